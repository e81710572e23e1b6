# The two commands of the README are `make demo` and `make test`; both set up all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test lint soak bench clean

demo: $(READY)
	$(BIN)/cutcard demo

test: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2 -m "not slow"

lint: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/mypy

soak: $(READY)
	$(BIN)/pytest -m slow

bench: $(READY)
	$(BIN)/cutcard bench engine

# Debian ships Python without its venv module: fetch it only where it is missing.
$(READY): pyproject.toml
	$(PYTHON) -c 'import ensurepip' 2>/dev/null || \
		{ [ "$$(id -u)" = 0 ] && S= || S=sudo; $$S apt-get update -q && $$S apt-get install -yq python3-venv; }
	[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis
