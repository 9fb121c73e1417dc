"""Who lacks a framework is told what to install; nothing of soulkeep imports one by itself."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parent.parent.parent / "pyproject.toml"

MODULES = {
    "langgraph": ("langgraph", "langgraph"),
    "langchain": ("langchain_core", "langchain"),
    "llamaindex": ("llama_index", "llamaindex"),
    "openai_agents": ("agents", "openai-agents"),
    "pydantic_ai": ("pydantic_ai", "pydantic-ai"),
}
"""For each module, the package that it needs, and the extra that brings it."""

CODE = """
import sys
import soulkeep.integrations, soulkeep.integrations.framework, soulkeep.integrations.messages

assert {package!r} not in sys.modules
sys.modules[{package!r}] = None  # as if it weren't installed
try:
    import soulkeep.integrations.{module}
except soulkeep.MissingExtra as error:
    assert isinstance(error, ImportError)
    print(error)
"""


@pytest.mark.parametrize("module", MODULES)
def test_the_error_says_what_to_install(module: str) -> None:
    package, extra = MODULES[module]
    code = CODE.format(package=package, module=module)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert f"pip install 'soulkeep[{extra}]'" in done.stdout


def test_each_has_an_extra() -> None:
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert {extra for _, extra in MODULES.values()} <= set(extras)
