# The two commands of the README are `make demo` and `make test`; both set up all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
APT := $(if $(filter 0,$(shell id -u)),,sudo) apt-get

.PHONY: demo test lint soak bench clean

demo: $(VENV)/.runs
	$(BIN)/cutcard demo

test: $(VENV)/.tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 -m "not slow"

lint: $(VENV)/.tests
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/mypy

soak: $(VENV)/.tests
	$(BIN)/pytest -m slow

bench: $(VENV)/.tests
	$(BIN)/cutcard bench engine
	$(BIN)/cutcard bench equity
	$(BIN)/cutcard bench bridge

# Debian ships Python without its venv module: fetch it only where it is missing.
$(VENV)/.runs: pyproject.toml
	$(PYTHON) -c 'import ensurepip' 2>/dev/null || { $(APT) update -q && $(APT) install -yq python3-venv; }
	[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	$(PIP) -e .
	touch $@

# The peers that tests and benches compare with come as wheels for PCs only; a Pi builds them.
$(VENV)/.tests: $(VENV)/.runs
	[ "$$(uname -m)" = x86_64 ] || { $(APT) update -q && $(APT) install -yq g++ python3-dev; }
	$(PIP) -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
