import subprocess
import sys
from pathlib import Path

import pytest

from igcl_core.data import DATASETS, DataUnavailable, load

PAPER = [name for name, card in DATASETS.items() if not card.built_in]


@pytest.mark.parametrize("name", PAPER)
def test_absent_and_offline_says_where_it_looked_and_what_to_do(name, cache):
    with pytest.raises(DataUnavailable) as caught:
        load(name)
    said = str(caught.value)
    assert said.startswith(f"{DATASETS[name].title} is not on this machine and could not be fetched.")
    assert "IGCL_DATA names no folder" in said and str(cache / f"{name}.npz") in said
    assert said.count("IGCL_OFFLINE forbids") == 1 and "Set IGCL_DATA to a folder that holds" in said


def test_igcl_data_is_read_at_every_call(datasets, tmp_path, monkeypatch):
    assert load("mutag").num_graphs == 188
    monkeypatch.setenv("IGCL_CACHE", str(tmp_path / "other"))
    monkeypatch.setenv("IGCL_DATA", str(tmp_path / "nowhere"))
    with pytest.raises(DataUnavailable, match="nowhere"):
        load("mutag")


def test_importing_is_light():
    """The data layer alone, without what igcl_core itself brings in."""
    program = "import sys, types; core = sys.modules['igcl_core'] = types.ModuleType('igcl_core')\n"
    program += "core.__path__ = ['igcl_core']; import igcl_core.data\n"
    program += "print({'torch', 'torch_geometric', 'sklearn', 'networkx'} & set(sys.modules))"
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "set()"
