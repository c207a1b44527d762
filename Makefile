# make demo: watch a game being refereed.  make test: run all tests.  Each sets up what it needs, once, in .venv.

PYTHON ?= python3
PHOTOS ?= tests/data/photos
BIN := .venv/bin
SOAK ?= order_of_writing stalled damaged_uploads strange_records damaged_files fuzzing failing_disk killed

.PHONY: demo test thorough lint benchmark latency catalogues soak soak-hour webkit wheel wheel-check clean

demo: .venv/ready
	@$(BIN)/polyref demo $(ARGS)

# What was compiled is kept even where Python is told not to keep it: each of many processes would compile it all anew.
test: .venv/ready-for-tests
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ARGS)

thorough: .venv/ready-for-tests
	@PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --numprocesses auto --dist worksteal --timeout 600 tests/thorough/*.py $(ARGS)

lint: .venv/ready-for-tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

benchmark: .venv/ready-for-tests
	@$(BIN)/python -m tests.benchmarks.recognition "$(PHOTOS)" $(ARGS)
	@$(BIN)/python -m tests.benchmarks.referee

latency: .venv/ready-for-tests
	@$(BIN)/python -m tests.benchmarks.latency $(ARGS)

wheel: .venv/ready
	@$(BIN)/python -m pip wheel --quiet --no-deps --wheel-dir dist .
	@ls dist/*.whl

wheel-check: .venv/ready-for-tests
	@$(BIN)/python -m tests.installed

soak: .venv/ready-for-tests
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[fuzz]'
	@for part in $(SOAK); do echo "$$part:"; $(BIN)/python -m tests.soak.$$part || exit 1; done

soak-hour: .venv/ready-for-tests
	@$(BIN)/python -m tests.soak.simulated_hour $(ARGS)

webkit: .venv/ready-for-tests
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[webkit]'
	@$(BIN)/python -m tests.webkit

catalogues: .venv/ready-for-tests
	@$(BIN)/python -m tests.catalogues

clean:
	rm -rf .venv

.venv/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "Polyref needs Python 3.11 or newer as $(PYTHON), found: $$($(PYTHON) --version 2>&1)."; \
	  echo "Install one, or name it: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 2; } >&2
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
	  echo "$(PYTHON) comes without venv. On Debian and Ubuntu: apt-get install python3-venv"; exit 2; } >&2
	@echo "Setting up .venv, once; this takes a minute or two ..." >&2
	@$(PYTHON) -m venv .venv

.venv/ready: pyproject.toml | .venv/bin/python
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

.venv/ready-for-tests: pyproject.toml | .venv/ready
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
