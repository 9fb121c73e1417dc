"""The TypeScript client is current, has what the Python one has, and works in Node against a real server."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from server_support import quiet_in, running
from soulkeep.client import RemoteCharacter, RemoteKeep, RemoteWorld
from soulkeep.client.operations import OPERATIONS

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "integrations" / "typescript"
PAGES = (FOLDER / "README.md", ROOT / "docs" / "typescript.md")

NODE = shutil.which("node")
needs_node = pytest.mark.skipif(NODE is None, reason="There is no Node here: the TypeScript client isn't tried.")

OTHERWISE = {
    "areply": "reply",  # everything is asynchronous
    "close": None,  # nothing is held open
}
"""Methods of the Python client that have another name, or none."""


@pytest.fixture(scope="module")
def made() -> ModuleType:
    spec = importlib.util.spec_from_file_location("typescript_client", ROOT / "scripts" / "typescript_client.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with running(quiet_in(tmp_path_factory.mktemp("typescript"))) as url:
        yield url


def node(*words: str, cwd: Path, **env: str) -> str:
    assert NODE is not None
    done = subprocess.run(
        [NODE, *words], capture_output=True, text=True, cwd=cwd, env={**os.environ, **env}, timeout=240
    )
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-6000:]
    return done.stdout


def test_the_types_are_those_of_the_server(made: ModuleType) -> None:
    written = (FOLDER / "schema.d.ts").read_text(encoding="utf-8").splitlines()[0]
    now = made.digest(made.openapi())
    assert written == f"// OpenAPI {now}", "The OpenAPI has changed: python scripts/typescript_client.py"
    assert (FOLDER / "src" / "operations.ts").read_text(encoding="utf-8") == made.operations()


def test_what_is_built_is_built_of_what_is_there(made: ModuleType) -> None:
    built = (FOLDER / made.STAMP).read_text(encoding="utf-8")
    assert built == made.sources(), "The sources have changed: python scripts/typescript_client.py"


def test_it_does_what_the_python_client_does() -> None:
    source = {path.stem: path.read_text(encoding="utf-8") for path in (FOLDER / "src").glob("*.ts")}
    for kind, module in ((RemoteKeep, "keep"), (RemoteCharacter, "character"), (RemoteWorld, "world")):
        for name in vars(kind):
            if name.startswith("_"):
                continue
            camel = OTHERWISE.get(name, re.sub(r"_(\w)", lambda found: found[1].upper(), name))
            assert camel is None or re.search(rf"\b{camel}\b[(:; ]", source[module]), f"{kind.__name__}.{name}"
    whole = "".join(text for name, text in source.items() if name != "operations")
    assert [name for name in OPERATIONS if f'"{name}"' not in whole and name != "export_person"] == []


def test_the_extension_for_sillytavern_brings_it_along(made: ModuleType) -> None:
    brought = {path.name: path.read_bytes() for path in made.COPY.iterdir()}
    assert brought == {path.name: path.read_bytes() for path in made.scripts()}


@needs_node
def test_it_works_against_a_real_server(url: str) -> None:
    node("--test", "client.test.mjs", cwd=Path(__file__).parent, SOULKEEP_URL=url)


@needs_node
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.parent.name)
def test_its_examples_run(page: Path, url: str, tmp_path: Path) -> None:
    """As a newcomer would: the folder is installed beside a program of theirs."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "soulkeep").symlink_to(FOLDER)
    programs = re.findall(r"```ts\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert programs
    for number, program in enumerate(programs):
        place = tmp_path / f"example{number}.mjs"
        place.write_text(program.replace("http://localhost:8642", url), encoding="utf-8")
        node(str(place), cwd=tmp_path)


@needs_node
@pytest.mark.skipif(shutil.which("npm") is None, reason="There is no npm here.")
def test_it_is_installed_alone(tmp_path: Path) -> None:
    (command,) = {
        found
        for page in PAGES
        for found in re.findall(r"^npm (install .*?) +#", page.read_text(encoding="utf-8"), re.M)
    }
    words = command.replace("./integrations/typescript", str(FOLDER)).split()
    npm = shutil.which("npm")
    assert npm is not None
    done = subprocess.run(
        [npm, *words, "--offline", "--no-audit", "--no-fund"], capture_output=True, text=True, cwd=tmp_path, timeout=240
    )
    assert done.returncode == 0, done.stderr
    assert [one.name for one in (tmp_path / "node_modules").iterdir() if one.name[0] != "."] == ["soulkeep"]
    assert not (tmp_path / "node_modules" / "soulkeep").is_symlink()
    node("--input-type=module", "--eval", 'import { connect } from "soulkeep"; connect("http://a");', cwd=tmp_path)


@needs_node
def test_the_types_fit(tmp_path: Path) -> None:
    tsc = FOLDER / "node_modules" / ".bin" / "tsc"
    if not tsc.exists():
        pytest.skip("npm install --prefix integrations/typescript brings the compiler, which isn't here.")
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "soulkeep").symlink_to(FOLDER)
    shutil.copy(Path(__file__).parent / "types.mts", tmp_path)
    options = ("--strict", "--noEmit", "--target", "es2022", "--module", "nodenext")
    for page in PAGES:
        programs = re.findall(r"```ts\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
        for number, program in enumerate(programs):
            (tmp_path / f"{page.stem}{number}.mts").write_text(program, encoding="utf-8")
    files = [str(path) for path in tmp_path.glob("*.mts")]
    done = subprocess.run([str(tsc), *options, *files], capture_output=True, text=True, cwd=tmp_path)
    assert done.returncode == 0, done.stdout
