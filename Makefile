# Fatetable needs nothing but Python 3.11 or newer; everything else is installed into .venv.
#
#   make play    install what playing needs, and play
#   make test    install what developing needs, and run every check
#   make bench   compare speed with other libraries, side by side
#   make fix     format the code and mend what can be mended automatically
#   make docs    write the generated documentation again
#   make pins    choose the newest versions of all dependencies

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
UV := VIRTUAL_ENV=$(CURDIR)/$(VENV) UV_COMPILE_BYTECODE=1 $(BIN)/uv

# Without compiled bytecode every start of the program pays for compiling all it imports.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := test
.PHONY: play test lint types layers unit bench fix docs pins install clean

play: $(VENV)/installed-play
	@$(BIN)/fatetable play

install: $(VENV)/installed-dev

test: lint types layers unit

lint: $(VENV)/installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(VENV)/installed-dev
	$(BIN)/mypy

layers: $(VENV)/installed-dev
	$(BIN)/lint-imports

unit: $(VENV)/installed-dev
	$(BIN)/python -m pytest -q

bench: $(VENV)/installed-dev
	@set -e; for benchmark in benchmarks/*.py; do echo "$$benchmark"; $(BIN)/python "$$benchmark"; done

fix: $(VENV)/installed-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(VENV)/installed-dev
	$(BIN)/fatetable coverage --write docs/rules-coverage.md
	$(BIN)/python -m fatetable.adapters.cli.reference docs/commands.md

pins: $(VENV)/uv
	$(UV) pip compile -q --upgrade --universal --no-header --no-annotate --python-version 3.11 \
		pyproject.toml -o requirements/play.txt
	$(UV) pip compile -q --upgrade --universal --no-header --no-annotate --python-version 3.11 \
		--extra dev pyproject.toml -o requirements/dev.txt

clean:
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
