import os

import numpy as np
import pytest

from igcl_core.data import DataDamaged, load
from igcl_core.data.graphs import canonical_edges
from igcl_core.data.raw_layout import PLANETOID


@pytest.mark.parametrize("name", list(PLANETOID))
def test_agrees_with_torch_geometric(name, copied):
    from torch_geometric.datasets import Planetoid

    raw = copied(name)
    theirs, ours = Planetoid(raw.folder.parents[1], PLANETOID[name])[0], load(name)
    assert (ours.x.toarray() == theirs.x.numpy()).all()
    assert (ours.y == theirs.y.numpy()).all()
    assert (ours.edges == canonical_edges(theirs.edge_index.numpy(), ours.num_nodes)).all()
    for part in ("train", "val", "test"):
        assert (getattr(ours.split, part) == np.flatnonzero(getattr(theirs, f"{part}_mask").numpy())).all()


def test_class_names_fit_the_published_class_sizes(datasets):
    """Sizes that the LINQS collection gives for CiteSeer's 3,312 labelled papers; the other 15 fall to class 0."""
    citeseer = load("citeseer")
    sizes = dict(zip(citeseer.classes, np.bincount(citeseer.y).tolist(), strict=True))
    assert sizes == {"Agents": 596, "AI": 249 + 15, "DB": 701, "HCI": 508, "IR": 668, "ML": 590}


def test_citeseer_keeps_its_nodes_without_words_or_links(datasets):
    citeseer = load("citeseer")
    wordless, linkless = np.flatnonzero(np.diff(citeseer.x.indptr) == 0), np.flatnonzero(citeseer.degree == 0)
    assert len(wordless) == 15 and len(linkless) == 48 and not set(wordless) & set(linkless)
    assert not set(wordless) & {*citeseer.split.train, *citeseer.split.val, *citeseer.split.test}


def test_a_truncated_file_is_refused_by_name(copied):
    path = copied("cora").path(".allx")
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(DataDamaged, match=r"ind\.cora\.allx should have the SHA-256 digest"):
        load("cora")


def test_strange_bytes_are_never_unpickled(copied, tmp_path):
    marker = tmp_path / "executed"
    copied("cora").path(".graph").write_bytes(f"cos\nsystem\n(S'touch {marker}'\ntR.".encode())
    with pytest.raises(DataDamaged, match=r"ind\.cora\.graph"):
        load("cora")
    assert not os.path.exists(marker)


def test_a_missing_file_is_named(copied):
    copied("citeseer").path(".ty").unlink()
    with pytest.raises(DataDamaged, match=r"ind\.citeseer\.ty should be there"):
        load("citeseer")
