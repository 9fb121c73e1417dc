"""The generated parts of the TypeScript client: types and operations from the server's OpenAPI, and the built files.

    python scripts/typescript_client.py            # write what is generated
    python scripts/typescript_client.py --openapi  # print the OpenAPI that the types are made of

Needs the extra `server`; to write, also Node and `npm install` in integrations/typescript.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path
from typing import Any

from soulkeep.client.operations import OPERATIONS
from soulkeep.server import ServerConfig, create_app

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "integrations" / "typescript"
COPY = ROOT / "integrations" / "sillytavern" / "client"
"""The folder of the built client that the extension for SillyTavern brings along."""

SOURCES = ("src/*.ts", "tsconfig.json")
STAMP = "dist/built-from.txt"

_NEEDLESS = (
    r"^export interface paths \{\n(?:.*\n)*?\}\n",
    r"^export type (?:webhooks|\$defs) = .*\n",
    r"^ +(?:header|path|query|cookie|requestBody)\?: never;\n",
    r"^ +headers: \{\n.*\n +\};\n",
    r"^ +(?:headers|responses|parameters|requestBodies|pathItems): never;\n",
    r"^ +/\*\* @description Successful Response \*/\n",
)
"""What the types have that the client doesn't use, which is half of them."""

_OPTIONAL = (("Problem", "errors"),)
"""Fields of records that the server doesn't always send."""


def openapi() -> dict[str, Any]:
    """Return the OpenAPI of the client's operations: without what the client does by itself (headers, problems) and
    with all fields of the records required, as the server sends them all."""
    whole = create_app(ServerConfig(location="unused.db", inspector=False)).openapi()
    paths = {
        path: operations
        for path, operations in whole["paths"].items()
        if all(one.get("operationId") in OPERATIONS for one in operations.values())
    }
    schemas, asked, answered = whole["components"]["schemas"], set[str](), {"Problem"}
    for operations in paths.values():
        for one in operations.values():
            one.pop("security", None)
            one["responses"].pop("default")
            one["parameters"] = [given for given in one.get("parameters", ()) if given["in"] != "header"]
            _collect([one["parameters"], one.get("requestBody")], schemas, asked)
            _collect(one["responses"], schemas, answered)
    for name in answered - asked:
        properties = schemas[name].get("properties", {})
        schemas[name]["required"] = [field for field in properties if (name, field) not in _OPTIONAL]
    return {
        "openapi": whole["openapi"],
        "info": {"title": "soulkeep", "version": "1"},  # the types don't change with the version
        "paths": _untitled(paths),
        "components": {"schemas": {name: _untitled(schemas[name]) for name in sorted(asked | answered)}},
    }


def _untitled(schema: Any) -> Any:
    """Return a part of an OpenAPI without titles, which only repeat names."""
    if isinstance(schema, list):
        return [_untitled(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {name: _untitled(one) for name, one in schema.items() if name != "title" or not isinstance(one, str)}


def _collect(value: Any, schemas: dict[str, Any], used: set[str]) -> None:
    """Add the names of the schemas that a part of an OpenAPI refers to."""
    if isinstance(value, list):
        for one in value:
            _collect(one, schemas, used)
    elif isinstance(value, dict):
        name = str(value.get("$ref", "")).rpartition("/")[2]
        if name in schemas and name not in used:
            used.add(name)
            _collect(schemas[name], schemas, used)
        for one in value.values():
            _collect(one, schemas, used)


def serialised(document: dict[str, Any]) -> str:
    """Return an OpenAPI as text, always the same."""
    return json.dumps(document, ensure_ascii=False, indent=1, sort_keys=True) + "\n"


def digest(document: dict[str, Any]) -> str:
    """Return the digest of an OpenAPI, which stands in the types made of it. Descriptions don't count: types needn't be
    made anew for them."""
    return sha256(serialised(_bare(document)).encode()).hexdigest()


def _bare(schema: Any) -> Any:
    """Return a part of an OpenAPI without what only describes it."""
    if isinstance(schema, list):
        return [_bare(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        name: _bare(one)
        for name, one in schema.items()
        if name != "examples" and not (name in ("description", "summary") and isinstance(one, str))
    }


def operations() -> str:
    """Return the module of operations, from the client's table."""
    lines = [
        "// Made by scripts/typescript_client.py of src/soulkeep/client/operations.py.",
        "",
        'import type { Name } from "./types.js";',
        "",
        "/** How an operation is asked for: method, path, where its arguments go, and whether it may be done twice. */",
        "export interface Operation {",
        "  method: string;",
        "  path: string;",
        '  sends: "query" | "body" | "patch" | "content";',
        "  again: boolean;",
        "}",
        "",
        "export const OPERATIONS: Readonly<Record<Name, Operation>> = {",
    ]
    for one in OPERATIONS.values():
        again = str(one.again).lower()
        lines.append(
            f'  {one.name}: {{ method: "{one.method}", path: "{one.path}", sends: "{one.sends}", again: {again} }},'
        )
    return "\n".join([*lines, "};", ""])


def sources() -> str:
    """Return the digest of the files that the built ones are made of."""
    found = sha256()
    for path in sorted(path for pattern in SOURCES for path in FOLDER.glob(pattern)):
        found.update(path.name.encode() + b"\0" + path.read_bytes() + b"\0")
    return found.hexdigest() + "\n"


def write() -> None:
    """Write all that is generated."""
    tools = FOLDER / "node_modules" / ".bin"
    if not tools.is_dir():
        raise SystemExit(f"First: npm install --prefix {FOLDER.relative_to(ROOT)}")
    found = openapi()
    document = FOLDER / "openapi.json"
    types = FOLDER / "schema.d.ts"
    document.write_text(serialised(found), encoding="utf-8")
    try:
        options = ("--root-types", "--root-types-no-schema-prefix", "--default-non-nullable", "false")
        command = [str(tools / "openapi-typescript"), str(document), "--output", str(types), *options]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    finally:
        document.unlink()
    made = types.read_text(encoding="utf-8")
    for needless in _NEEDLESS:
        made = re.sub(needless, "", made, flags=re.MULTILINE)
    types.write_text(f"// OpenAPI {digest(found)}\n{made}", encoding="utf-8")
    (FOLDER / "src" / "operations.ts").write_text(operations(), encoding="utf-8")
    shutil.rmtree(FOLDER / "dist", ignore_errors=True)
    subprocess.run([str(tools / "tsc"), "--project", str(FOLDER)], check=True)
    (FOLDER / STAMP).write_text(sources(), encoding="utf-8")
    shutil.rmtree(COPY, ignore_errors=True)
    COPY.mkdir(parents=True)
    for script in scripts():
        shutil.copy(script, COPY)


def scripts() -> list[Path]:
    """Return the built files that run, but for those that hold types alone."""
    return sorted(path for path in (FOLDER / "dist").glob("*.js") if path.name != "types.js")


def main() -> None:
    """Write what is generated, or print the OpenAPI."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--openapi", action="store_true", help="print the OpenAPI, write nothing")
    if parser.parse_args().openapi:
        print(serialised(openapi()), end="")
    else:
        write()


if __name__ == "__main__":
    main()
