# Everything here sets itself up: python3, pip, venv and make are enough.
PYTHON ?= python3
VENV := .venv
READY := $(VENV)/.ready
SERVING := $(VENV)/.serving
BIN := $(VENV)/bin

# Bytecode is kept: the tests start hundreds of processes, each of which would compile the whole package again.
export PYTHONDONTWRITEBYTECODE =

.PHONY: run test test-all lint bench prices crash fuzz clean
PORT ?= 8080
KILLS ?= 200
REQUESTS ?= 100000

$(READY): pyproject.toml constraints.txt
	@echo "Setting up $(VENV) with the tools of development: some minutes, only this once."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	@touch $(SERVING) $@

# What serving needs, and none of the developers' tools.
$(SERVING): pyproject.toml constraints.txt
	@echo "Setting up $(VENV) with what serving needs: about a minute, only this once."
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[server]'
	@touch $@

run: $(SERVING)
	@$(BIN)/croupier serve --port $(PORT)

# Four workers: much of the suite waits for servers, databases and killed processes, not for a core. Each begins with a part of the
# list of its own: two compile one kernel, or start one file's server, only where one helps the other out at the end.
test: $(READY)
	$(BIN)/python -m pytest -n 4 --dist worksteal -m 'not slow'

test-all: $(READY)
	$(BIN)/python -m pytest -n 4 --dist worksteal

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(READY)
	-@$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt eval7
	$(BIN)/python -m benchmarks

# The prices that ship with the package; games whose rules are as they were are left.
prices: $(READY)
	@$(BIN)/python -m benchmarks.prices

crash: $(READY)
	$(BIN)/python -W ignore -m benchmarks.crash --kills $(KILLS)

# Stopped, it goes on where it was; `rm .fuzz*` begins anew.
fuzz: $(READY)
	$(BIN)/python -W ignore -m benchmarks.fuzz --requests $(REQUESTS) --resume .fuzz

clean:
	rm -rf $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis
