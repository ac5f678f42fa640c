# Fatetable needs Python 3.11 or newer, and Node.js 20 or newer to build the page; everything else is installed into
# .venv and web/node_modules.
#
#   make play    install what playing needs, build the page, start the server and say where the lobby is
#   make test    install what developing needs, and run every check
#   make quick   in less than a minute: lint, types, and the tests of engine, mechanics and every changed ruleset
#   make page    check, test and build the page alone
#   make looks   play in a browser, and keep pictures of every page in screenshots/
#   make costs   count what play costs in presses, and write docs/play-costs.md
#   make bench   compare speed with other libraries, side by side
#   make fix     format the code and mend what can be mended automatically
#   make approve keep what people read now as approved; see docs/approved-texts.md
#   make docs    write the generated documentation again
#   make pins    choose the newest versions of all dependencies
#   make release build the wheel and the source archive into dist/, and try them in empty environments

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := VIRTUAL_ENV=$(CURDIR)/$(VENV) UV_COMPILE_BYTECODE=1 $(BIN)/uv

# Without compiled bytecode every start of the program pays for compiling all it imports.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := test
.PHONY: play test quick checks lint types layers page looks unit costs bench fix approve docs pins release install clean node browser

PAGE := src/fatetable/adapters/web/static/index.html
PAGE_SETTINGS := web/package.json web/package-lock.json web/index.html $(wildcard web/*.ts web/*.js)
PAGE_SOURCES := $(shell find web/src web/public -type f ! -name '*.test.ts' 2>/dev/null) $(PAGE_SETTINGS)

play: $(VENV)/installed-play $(PAGE)
	@$(BIN)/fatetable serve --workers 1

install: $(VENV)/installed-dev

# The checks come first, two at a time, so that the last line is what pytest says in the end.
test: $(VENV)/installed-dev $(PAGE)
	@$(MAKE) --no-print-directory -j2 checks
	@$(MAKE) --no-print-directory unit

checks: lint types layers page

# Tests go to as many processes as there are cores; a process that has finished its share takes over from another.
PYTEST := $(BIN)/python -m pytest -q -n auto --maxprocesses=4 --dist=worksteal

# A ruleset is changed if a file of its folder differs from where the branch left main, or is new.
RULESETS := src/fatetable/rulesets
CHANGED = { git diff --name-only $$(git merge-base HEAD main 2>/dev/null || echo HEAD) -- $(RULESETS); \
	git ls-files --others --exclude-standard -- $(RULESETS); } | cut -d/ -f1-4 | sort -u | while read -r folder; \
	do if [ -d "$$folder/tests" ]; then echo "$$folder"; fi; done

# Left out: layers, the page, server, terminal and browser, approved transcripts, conformance, tests with examples made
# up by Hypothesis, and a changed ruleset's whole games.
quick: $(VENV)/installed-dev
	@$(MAKE) --no-print-directory -j2 lint types
	@$(PYTEST) -m "not hypothesis" tests/engine tests/mechanics src/fatetable/engine src/fatetable/mechanics $$($(CHANGED)) \
		--ignore-glob='*/tests/whole_games/*'

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

layers: $(VENV)/installed-dev
	$(BIN)/lint-imports

page: $(PAGE)
	cd web && npm run --silent check
	cd web && npm run --silent test

looks: $(VENV)/installed-dev $(PAGE) browser
	FATETABLE_SHOTS=screenshots $(BIN)/python -m pytest -q tests/e2e

costs: $(VENV)/installed-dev $(PAGE) browser
	FATETABLE_COSTS=write $(BIN)/python -m pytest -q tests/e2e/costs tests/e2e/test_map.py

unit: $(VENV)/installed-dev $(PAGE) browser
	$(PYTEST)

bench: $(VENV)/installed-dev
	@set -e; for benchmark in benchmarks/*.py; do echo "$$benchmark"; $(BIN)/python "$$benchmark"; done

fix: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

approve: $(VENV)/installed-dev
	$(BIN)/python -m tests.approval.approve
	$(PYTEST) -m "not hypothesis" src/fatetable/rulesets --approve

docs: $(VENV)/installed-dev
	$(BIN)/python -m fatetable.adapters.server.codegen.socket_types web/src/wire/types.ts
	$(BIN)/python -m fatetable.adapters.server.codegen.builder_types web/src/builder/types.ts
	$(BIN)/fatetable coverage --write docs/rules-coverage.md
	$(BIN)/python -m fatetable.adapters.cli.reference docs/commands.md
	$(BIN)/python -m fatetable.adapters.reference.topics docs/topics.md
	$(BIN)/python -m fatetable.adapters.reference.prompt_kinds docs/prompt-kinds.md
	$(BIN)/python -m fatetable.adapters.reference.slices docs/state.md

# `play` is what the program needs, `print` is that with typesetting, `dev` is all.
COMPILE = $(UV) pip compile -q --upgrade --universal --no-header --no-annotate --python-version 3.11 pyproject.toml

pins: $(VENV)/uv
	$(COMPILE) -o requirements/play.txt
	$(COMPILE) --extra print -o requirements/print.txt
	$(COMPILE) --extra dev -o requirements/dev.txt

# Twine checks what a package index would refuse; it is needed for nothing else.
release: $(VENV)/installed-dev $(PAGE)
	rm -rf dist
	$(BIN)/python -m build --outdir dist
	$(UV) tool run --quiet twine check --strict dist/*
	FATETABLE_DIST=dist $(BIN)/python -m pytest -q tests/repository/packaging
	@ls -l dist

clean:
	rm -rf web/node_modules src/fatetable/adapters/web/static
	rm -rf $(VENV) dist build mutants .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

# The stamps hold the order of installation; a second run finds them newer than the pins and installs nothing.
$(VENV)/uv: requirements/installer.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Fatetable needs Python 3.11 or newer; name one with: make PYTHON=python3.11"; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements/installer.txt
	@touch $@

$(VENV)/installed-play: $(VENV)/uv requirements/print.txt pyproject.toml
	$(UV) pip install --quiet -r requirements/print.txt
	$(UV) pip install --quiet --no-deps --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed-play requirements/dev.txt
	$(UV) pip install --quiet -r requirements/dev.txt
	@touch $@

# A machine that runs the checks may have neither Node nor a browser: where Debian's packages can be had, take them.
NODE_IS_FIT := node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm >/dev/null
DEBIAN := apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

HAS_DEBIAN := command -v apt-get >/dev/null

node:
	@$(NODE_IS_FIT) || ! $(HAS_DEBIAN) || { echo "Installing nodejs and npm with apt-get, to build the page."; \
		($(DEBIAN) nodejs npm) >/dev/null 2>&1 || true; }
	@$(NODE_IS_FIT) || { echo "Building the page needs Node.js 20 or newer with npm; install it and try again."; exit 1; }

browser:
	@command -v chromium >/dev/null || ! $(HAS_DEBIAN) || { \
		echo "Installing chromium and fonts-dejavu with apt-get, for the tests in a browser."; \
		($(DEBIAN) chromium fonts-dejavu) >/dev/null 2>&1 || true; }
	@command -v chromium >/dev/null || echo "Without the program chromium the tests in a browser are left out."

web/node_modules/installed: web/package.json web/package-lock.json | node
	cd web && npm ci --silent
	@touch $@

$(PAGE): $(PAGE_SOURCES) web/node_modules/installed
	cd web && npm run --silent build -- --logLevel warn
	@touch $@
