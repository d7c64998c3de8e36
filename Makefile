# What people type: make run, make test, make check, make bench. Each does its own set-up in .venv first.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
PIP := $(BIN)/python -m pip install -qq --no-warn-script-location --root-user-action=ignore -c constraints.txt
# Not the owner's data: what the checks look at is made anew each time.
SCRATCH = $$(mktemp -d)

.PHONY: run test check bench link messages pins shots browser clean
.DEFAULT_GOAL := run

run: $(VENV)/.run  ## Start Prashna. PORT and PRASHNA_DATA choose port and folder.
	@exec $(BIN)/python manage.py serve

link: $(VENV)/.run  ## Print a new one-time link for the host, beside a running server.
	@$(BIN)/python manage.py host_link

test: $(VENV)/.dev browser  ## All tests. Choose some: make test T="tests/quizzes -k paste"
	@$(BIN)/python -m pytest $(T)

check: $(VENV)/.dev  ## Style, types, Django's own checks for a public site, and migrations.
	@$(BIN)/ruff check .
	@$(BIN)/mypy
	@data=$(SCRATCH) && trap 'rm -rf "$$data"' EXIT && export PRASHNA_DATA="$$data" && \
	  PUBLIC_URL=https://quiz.example.org $(BIN)/python manage.py check --deploy --fail-level WARNING && \
	  $(BIN)/python manage.py makemigrations --check --dry-run

bench: $(VENV)/.dev  ## Measure: pushes and acknowledgements beside simpler servers.
	@$(BIN)/python -m bench

shots: $(VENV)/.dev browser  ## Screenshots of every phase of the three screens, into screenshots/.
	@$(BIN)/python -m tests.shots

messages: $(VENV)/.dev  ## Read new strings into the catalogues and compile them. Needs GNU gettext.
	@$(BIN)/python manage.py makemessages --locale hi --no-wrap --no-location --no-obsolete --ignore '.venv/*' --ignore 'tests/*' --ignore 'build/*'
	@$(BIN)/python manage.py compilemessages --locale hi --ignore '.venv/*'

pins:  ## Write constraints.txt anew with the newest versions that pyproject.toml allows.
	@env=$(SCRATCH) && trap 'rm -rf "$$env"' EXIT && $(PYTHON) -m venv "$$env" && \
	  "$$env/bin/python" -m pip install -qq -e '.[dev]' && \
	  { echo "# Exact versions of everything that make installs. Refresh with: make pins"; \
	    "$$env/bin/python" -m pip freeze --exclude-editable; } > constraints.new && mv constraints.new constraints.txt

# A stamp is older than what it was made from: then it is made again.
$(VENV)/.run: pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Prashna needs Python 3.11 or newer, and this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else 0'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "Python's venv module is missing: on Debian and Ubuntu, apt install python3-venv"; exit 1; }
	@echo "Installing what Prashna needs into $(VENV), once ..."
	@$(PIP) -e .
	@touch $@

$(VENV)/.dev: pyproject.toml constraints.txt $(VENV)/.run
	@echo "Installing what the tests need into $(VENV), once ..."
	@$(PIP) -e '.[dev]'
	@touch $@

browser: $(VENV)/.dev
	@command -v chromium >/dev/null || command -v chromium-browser >/dev/null || ls $(VENV)/.chromium >/dev/null 2>&1 || \
	  if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
	    echo "Installing Chromium for the browser tests, once ..."; \
	    { apt-get update && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends chromium; } >$(VENV)/chromium.log 2>&1 \
	      || { tail -5 $(VENV)/chromium.log; exit 1; }; \
	  else $(BIN)/playwright install chromium && touch $(VENV)/.chromium; fi

clean:  ## Remove what make made, except the data folder.
	@rm -rf $(VENV) build screenshots .mypy_cache .ruff_cache .pytest_cache .hypothesis *.egg-info
