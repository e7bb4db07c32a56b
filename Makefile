PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
# One more than there are cores: journeys wait for half of their time.
WORKERS = $(shell $(PYTHON) -c 'import os; print(1 + (os.cpu_count() or 1))')

.PHONY: serve play test package lint pictures bench clean

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@

serve: $(READY)  ## start the house on 127.0.0.1:2222
	$(BIN)/naisho serve

play: $(READY)  ## a game against bots in this terminal
	$(BIN)/naisho play

test: | needs-test $(READY)  ## every test
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

package: | needs-package $(READY)  ## build the wheel, install it in a clean place, and play there
	$(BIN)/python -m pytest -n 0 tests/package/wheel.py

needs-%:  # in one line what `make %` wants and Debian has
	@$(PYTHON) tests/needs.py $*

lint: $(READY)  ## style, types and the import law
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

pictures: $(READY)  ## draw docs/pictures from the running screens, and record docs/casts
	$(BIN)/python -m tests.tui.pictures
	$(BIN)/python -m tests.tui.cast

bench: $(READY)  ## measure, and write docs/performance.md (half an hour; BENCH=--quick takes four minutes, and writes nothing)
	$(BIN)/python -m tests.bench $(BENCH)

clean:
	rm -rf .venv
