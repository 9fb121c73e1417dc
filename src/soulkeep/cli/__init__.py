"""The command line: `soulkeep --help`."""

from soulkeep.cli.app import main

__all__ = ["main"]
