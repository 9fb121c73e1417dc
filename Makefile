# `make demo` and `make test` set everything up: a .venv with what is needed, made anew when pyproject.toml changes.

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.DEFAULT_GOAL := help
.PHONY: help demo demo-music test check fix bench clean

help:
	@echo "make demo        meet a character with a past, offline"
	@echo "make demo-music  meet one who knows music, and what you asked before"
	@echo "make test        set up and run every check: formatting, lint, types, tests"
	@echo "make fix         format, and mend what the linter can"
	@echo "make bench       measure speed and size on this machine"
	@echo "make clean       remove what was set up"

# Demo and tests share one environment; the demo needs only the core.
.venv/core: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "soulkeep needs Python 3.11 or newer: make PYTHON=/path/to/python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) --editable .
	@touch $@

.venv/dev: .venv/core
	$(PIP) --upgrade 'pip>=25.1'  # the first that knows dependency groups
	$(PIP) --editable '.[openai]' --group dev
	@touch $@

demo: .venv/core
	@$(BIN)/soulkeep demo

demo-music: .venv/core
	@$(BIN)/soulkeep demo --music

check: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

test: check
	$(BIN)/python -m pytest -n auto

fix: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/core
	$(BIN)/soulkeep bench

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
