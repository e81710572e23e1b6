# The two commands of the README are `make demo` and `make test`; both set up all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
APT := $(if $(filter 0,$(shell id -u)),,sudo) apt-get
# Debian packages that the tests start and ask; installed only where they are missing.
TOOLS := chromium chromium-driver mosquitto openssl shellcheck systemd
# The peers that tests and benches compare with come as wheels for PCs only; a Pi builds them.
TOOLS += $(if $(filter x86_64,$(shell uname -m)),,g++ python3-dev)
MISSING = $(shell for tool in $(TOOLS); do dpkg -s $$tool >/dev/null 2>&1 || echo $$tool; done)

.PHONY: demo test lint golden soak pictures bench wheel test-wheel clean

demo: $(VENV)/.runs
	$(BIN)/cutcard demo

test: $(VENV)/.tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports --no-logo
	$(BIN)/mypy
	# Many tests wait for real processes: three workers keep two cores busy. What fails beside others
	# is run once more by itself, and must pass then: a busy machine is no fault of the table's.
	$(BIN)/pytest -n 3 --dist worksteal -m "not slow" || $(BIN)/pytest --lf --lfnf none -m "not slow"

lint: $(VENV)/.tests
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/mypy

# What the engine answers is meant to have changed: write it down, and say why in the commit.
golden: $(VENV)/.tests
	$(BIN)/python -m tests.engine.golden.write

soak: $(VENV)/.tests
	CUTCARD_EXAMPLES=random $(BIN)/pytest -m slow

# The engine compiled by mypyc, for the Python and the machine that build it; its sources are in the wheel too.
wheel: $(VENV)/.tests
	rm -rf build dist
	CUTCARD_COMPILED=1 $(BIN)/python -m pip wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .

# The same tests on the compiled engine, away from its sources; and how fast it is.
test-wheel: wheel
	$(PYTHON) -m venv --clear build/wheel
	build/wheel/bin/pip install --quiet --disable-pip-version-check "$$(ls $(CURDIR)/dist/*.whl)[dev]"
	mkdir -p build/away && cp -r tests pyproject.toml build/away/
	cd build/away && ../wheel/bin/python -m pytest -n 2 -m "not slow" tests/engine tests/test_scenarios.py
	cd build/away && ../wheel/bin/cutcard bench engine

# The README's pictures, out of the tests that look at the pages: run it when a page looks otherwise, and look at them.
PICTURES := $(CURDIR)/build/pictures
SHOWN := dealer-premature-flop=dealer board=board console=console floor-20=floor overlay=overlay producer=producer
pictures: $(VENV)/.tests
	rm -rf $(PICTURES)
	CUTCARD_SCREENSHOTS=$(PICTURES) $(BIN)/pytest -q $(addprefix tests/controller/web/, \
	  test_readable.py::test_every_text_on_every_page_stands_out \
	  test_readable.py::test_the_overlay_stands_out_on_any_picture \
	  test_dealer_page.py::test_the_first_undone_step_is_the_largest_thing_on_the_screen \
	  test_the_floors_page.py::test_worst_first_however_many_tables \
	  test_producer.py::test_in_the_browser_the_desk_holds_shifts_skips_and_captions)
	for one in $(SHOWN); do cp $(PICTURES)/$${one%=*}.png deploy/screenshots/$${one#*=}.png; done

bench: $(VENV)/.tests
	$(BIN)/cutcard bench engine
	$(BIN)/cutcard bench disk
	$(BIN)/cutcard bench equity
	$(BIN)/cutcard bench bridge
	$(BIN)/cutcard bench latency
	$(BIN)/cutcard bench displays
	$(BIN)/cutcard bench vision

# Debian ships Python without its venv module: fetch it only where it is missing.
$(VENV)/.runs: pyproject.toml
	$(PYTHON) -c 'import ensurepip' 2>/dev/null || { $(APT) update -q && $(APT) install -yq python3-venv; }
	[ -x $(BIN)/python ] || $(PYTHON) -m venv $(VENV)
	$(PIP) -e '.[demo]'
	touch $@

$(VENV)/.tests: $(VENV)/.runs Makefile
	[ -z "$(MISSING)" ] || { $(APT) update -q && $(APT) install -yq --no-install-recommends $(MISSING); }
	$(PIP) -e '.[dev]'
	touch $@

clean:
	rm -rf $(VENV) build dist *.egg-info .import_linter_cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
