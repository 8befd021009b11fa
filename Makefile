# make app    set up and start the lab in the browser     (PORT=8501, ADDRESS=localhost)
# make test   set up, lint and run every test
# make lint   set up and lint
# make clean  remove the set-up and all caches

PYTHON ?= python3
PORT ?= 8501
ADDRESS ?= localhost

VENV := .venv
RUN := $(VENV)/bin/python -m
INSTALL := $(RUN) pip install --quiet --disable-pip-version-check

.PHONY: app test lint clean

app: $(VENV)/.installed
	@echo "iGCL Lab: http://$(ADDRESS):$(PORT)"
	@$(RUN) streamlit run streamlit_app.py --server.address $(ADDRESS) --server.port $(PORT)

test: lint
	$(RUN) pytest

lint: $(VENV)/.installed-dev
	$(RUN) ruff check .
	$(RUN) ruff format --check --quiet app igcl_core tests streamlit_app.py

clean:
	rm -rf $(VENV) .pytest_cache .ruff_cache build igcl_lab.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.created:
	@$(PYTHON) -c 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "iGCL Lab needs Python 3.11 or newer with the venv module, but '$(PYTHON)' is:"; \
		$(PYTHON) --version 2>&1 || true; \
		echo "Install one and name it: make $(MAKECMDGOALS) PYTHON=python3.11"; \
		exit 1; }
	$(PYTHON) -m venv --clear $(VENV)
	@touch $@

$(VENV)/.installed: requirements.txt $(VENV)/.created
	$(INSTALL) -r requirements.txt
	@touch $@

$(VENV)/.installed-dev: requirements-dev.txt $(VENV)/.installed
	$(INSTALL) -r requirements-dev.txt
	@touch $@
