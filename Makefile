# Fatetable needs Python 3.11 or newer, and Node.js 20 or newer to build the page; everything else is installed into
# .venv and web/node_modules.
#
#   make play    install what playing needs, build the page, start the server and say where the lobby is
#   make test    install what developing needs, and run every check
#   make page    check, test and build the page alone
#   make looks   play in a browser, and keep pictures of every page in screenshots/
#   make bench   compare speed with other libraries, side by side
#   make fix     format the code and mend what can be mended automatically
#   make approve keep what people read now as approved; see docs/approved-texts.md
#   make docs    write the generated documentation again
#   make pins    choose the newest versions of all dependencies

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := VIRTUAL_ENV=$(CURDIR)/$(VENV) UV_COMPILE_BYTECODE=1 $(BIN)/uv

# Without compiled bytecode every start of the program pays for compiling all it imports.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := test
.PHONY: play test lint types layers page looks unit bench fix approve docs pins install clean node browser

PAGE := src/fatetable/adapters/web/static/index.html
PAGE_SETTINGS := web/package.json web/package-lock.json web/index.html $(wildcard web/*.ts web/*.js)
PAGE_SOURCES := $(shell find web/src web/public -type f ! -name '*.test.ts' 2>/dev/null) $(PAGE_SETTINGS)

play: $(VENV)/installed-play $(PAGE)
	@$(BIN)/fatetable serve

install: $(VENV)/installed-dev

test: lint types layers page unit

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

unit: $(VENV)/installed-dev $(PAGE) browser
	$(BIN)/python -m pytest -q

bench: $(VENV)/installed-dev
	@set -e; for benchmark in benchmarks/*.py; do echo "$$benchmark"; $(BIN)/python "$$benchmark"; done

fix: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

approve: $(VENV)/installed-dev
	$(BIN)/python -m tests.approval.approve
	$(BIN)/python -m pytest -q src/fatetable/rulesets --approve

docs: $(VENV)/installed-dev
	$(BIN)/python -m fatetable.adapters.server.page_types web/src/wire/types.ts
	$(BIN)/python -m fatetable.adapters.server.builder_types web/src/builder/types.ts
	$(BIN)/fatetable coverage --write docs/rules-coverage.md
	$(BIN)/python -m fatetable.adapters.cli.reference docs/commands.md

pins: $(VENV)/uv
	$(UV) pip compile -q --upgrade --universal --no-header --no-annotate --python-version 3.11 \
		pyproject.toml -o requirements/play.txt
	$(UV) pip compile -q --upgrade --universal --no-header --no-annotate --python-version 3.11 \
		--extra dev pyproject.toml -o requirements/dev.txt

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

$(VENV)/installed-play: $(VENV)/uv requirements/play.txt pyproject.toml
	$(UV) pip install --quiet -r requirements/play.txt
	$(UV) pip install --quiet --no-deps --editable .
	@touch $@

$(VENV)/installed-dev: $(VENV)/installed-play requirements/dev.txt
	$(UV) pip install --quiet -r requirements/dev.txt
	@touch $@

# A machine that runs the checks may have neither Node nor a browser: where Debian's packages can be had, take them.
NODE_IS_FIT := node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && command -v npm >/dev/null
DEBIAN := apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends

node:
	@$(NODE_IS_FIT) || ($(DEBIAN) nodejs npm) >/dev/null 2>&1 || true
	@$(NODE_IS_FIT) || { echo "Building the page needs Node.js 20 or newer with npm; install it and try again."; exit 1; }

browser:
	@command -v chromium >/dev/null || ($(DEBIAN) chromium fonts-dejavu) >/dev/null 2>&1 || true
	@command -v chromium >/dev/null || echo "Without the program chromium the tests in a browser are left out."

web/node_modules/installed: web/package.json web/package-lock.json | node
	cd web && npm ci --silent
	@touch $@

$(PAGE): $(PAGE_SOURCES) web/node_modules/installed
	cd web && npm run --silent build -- --logLevel warn
	@touch $@
