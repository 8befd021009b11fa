"""Where data may lie, also for a user that has no home."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from igcl_core.data.places import cache_folder, data_folder

ROOT = Path(__file__).resolve().parents[2]


def test_the_environment_decides(monkeypatch, tmp_path):
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path))
    monkeypatch.setenv("IGCL_DATA", "~/somewhere")
    assert cache_folder() == tmp_path and data_folder() == Path.home() / "somewhere"


def test_a_home_that_nobody_has_is_a_folder_that_is_not_there(monkeypatch):
    monkeypatch.setenv("IGCL_DATA", "~nobody-of-that-name/data")
    monkeypatch.setenv("IGCL_CACHE", "~nobody-of-that-name/cache")
    assert not data_folder().exists() and not cache_folder().exists()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become a user without a name")
def test_a_user_without_a_home_or_a_name_has_a_cache():
    program = """
import os
from igcl_core import DATASETS
from igcl_core.data.places import cache_folder
for name in ("HOME", "IGCL_CACHE", "IGCL_DATA"):
    os.environ.pop(name, None)
os.setuid(54321)
print(cache_folder().name, DATASETS["mutag"].available())
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.split() == ["igcl-cache-54321", "False"], done.stderr[-500:]


def test_without_a_home_the_cache_is_among_temporary_folders(monkeypatch):
    def no_home():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", no_home)
    monkeypatch.delenv("IGCL_CACHE", raising=False)
    assert cache_folder().name == f"igcl-cache-{os.getuid()}"
