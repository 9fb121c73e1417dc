"""The SillyTavern extension, as far as it can be tried without SillyTavern; tests/frontends has it in the real one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "integrations" / "sillytavern"

NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="There is no Node here: the extension's logic isn't tried.")
def test_the_logic() -> None:
    assert NODE is not None
    command = [NODE, "--test", str(Path(__file__).parent / "sillytavern.test.mjs")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-3000:]


def test_what_the_manifest_names_is_there() -> None:
    manifest = json.loads((FOLDER / "manifest.json").read_text(encoding="utf-8"))
    assert (FOLDER / manifest["js"]).exists()
    assert (FOLDER / manifest["css"]).exists()
    assert f"globalThis.{manifest['generate_interceptor']} =" in (FOLDER / manifest["js"]).read_text(encoding="utf-8")


def test_the_extension_is_whole_in_its_folder() -> None:
    """It imports its own files, and two of SillyTavern's."""
    for path in FOLDER.rglob("*.js"):
        for name in re.findall(
            r"^(?:import|export) .*?from \"(.+)\"|^\} from \"(.+)\"", path.read_text(encoding="utf-8"), re.M
        ):
            target = next(filter(None, name))
            own = target.startswith("./") and (path.parent / target).exists()
            assert own or target in ("../../../../script.js", "../../../personas.js"), f"{path.name}: {target}"
