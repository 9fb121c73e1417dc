"""The version, read by the build and by `soulkeep doctor`."""

__version__ = "0.1.0"
