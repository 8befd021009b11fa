# make app            set up and start the lab in the browser     (PORT=8501, ADDRESS=localhost, HOSTS=* if shared)
# make test           set up, lint and run every test
# make test-portable  set up and run the numerical tests with the poorest instruction set a processor may have
# make test-install   install the core alone into an empty environment and run the README's ten lines there
# make lint           set up and lint
# make clean          remove the set-up and all caches

PYTHON ?= python3
PORT ?= 8501
ADDRESS ?= localhost
HOSTS ?= $(if $(filter localhost 127.0.0.1 ::1,$(ADDRESS)),,*)

VENV := .venv
RUN := $(VENV)/bin/python -m
INSTALL := $(RUN) pip install --quiet --disable-pip-version-check

NUMERICAL := tests/layout tests/methods tests/nn tests/sparse tests/training tests/evaluate tests/analysis tests/reproduce \
	tests/files tests/test_*.py tests/data/test_built_in.py tests/data/test_one_graph.py tests/app/pages/embeddings/test_maps.py
TWO := --numprocesses 2 --dist worksteal
POOREST := ATEN_CPU_CAPABILITY=default ONEDNN_MAX_CPU_ISA=SSE41 MKL_ENABLE_INSTRUCTIONS=SSE4_2 OPENBLAS_CORETYPE=Nehalem \
	NUMBA_CPU_NAME=generic NPY_DISABLE_CPU_FEATURES="X86_V3 X86_V4 AVX512_ICL AVX512_SPR"

.PHONY: app test test-portable test-install lint clean

app: $(VENV)/.installed
	@echo "iGCL Lab: http://$(ADDRESS):$(PORT)"
	@$(RUN) streamlit run streamlit_app.py --server.address $(ADDRESS) --server.port $(PORT) \
		$(foreach name,$(HOSTS),--server.allowedHosts '$(name)')

test: lint
	$(RUN) pytest -m "not browser" $(TWO)
	$(RUN) pytest -m browser

test-portable: $(VENV)/.installed-dev
	@compiled=$$(mktemp -d) && trap 'rm -rf "$$compiled"' EXIT INT TERM && \
	$(POOREST) NUMBA_CACHE_DIR="$$compiled" $(RUN) pytest -m "not data" $(TWO) $(NUMERICAL)

lint: $(VENV)/.installed-dev
	$(RUN) ruff check .
	$(RUN) ruff format --check --quiet app igcl_core tests streamlit_app.py

test-install: $(VENV)/.created
	$(PYTHON) -m venv --clear build/core-alone
	build/core-alone/bin/python -m pip install --quiet --disable-pip-version-check --constraint requirements.txt .
	here=$$(mktemp -d) && cd "$$here" && $(CURDIR)/build/core-alone/bin/python $(CURDIR)/tests/core_alone.py && rm -r "$$here"
	rm -r build/core-alone

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
