"""Damaged files that can be read are still noticed: the numbers in them are not the published ones."""

import numpy as np
import pytest

from igcl_core.data import DATASETS, DataDamaged, DataUnavailable, load
from igcl_core.data.content import part_digest
from igcl_core.data.digests import CONTENT


def test_every_dataset_that_is_fetched_has_digests():
    fetched = [name for name, card in DATASETS.items() if not card.built_in]
    assert list(CONTENT) == fetched
    for name, parts in CONTENT.items():
        card = DATASETS[name]
        assert {"edges", "y"} <= set(parts) and ("x" in parts) == bool(card.features)
        assert ("ptr" in parts) == (card.task == "graph") and all(len(digest) == 64 for digest in parts.values())


@pytest.mark.parametrize(("part", "line", "text"), [("graph_labels", 0, b"-1"), ("node_labels", 5, b"2")])
def test_one_wrong_number_is_noticed_and_its_file_named(copied, part, line, text):
    path = copied("mutag").path(f"_{part}.txt")
    lines = path.read_bytes().split(b"\n")
    assert lines[line].strip() != text
    lines[line] = text
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(DataDamaged, match=rf"MUTAG_{part}\.txt should hold the published numbers of 'mutag'"):
        load("mutag")


def test_an_edge_that_was_moved_is_noticed(copied):
    path = copied("mutag").path("_A.txt")
    lines = path.read_text().splitlines()
    assert lines[:2] == ["2, 1", "1, 2"]
    path.write_text("\n".join(["5, 1", "1, 5", *lines[2:]]) + "\n")
    with pytest.raises(DataDamaged, match=r"MUTAG_A\.txt should hold the published numbers of 'mutag'.*Fetch it again"):
        load("mutag")


def test_the_same_numbers_in_other_bytes_are_welcome(copied, assert_same, datasets):
    expected = load("mutag")
    for path in copied("mutag").paths:
        lines = path.read_bytes().splitlines()
        if path.name.endswith("_A.txt"):
            lines = lines[::-1]
        path.write_bytes(b"\r\n".join(lines) + b"\r\n")
    assert_same(expected, load("mutag"))


def test_a_packed_file_with_another_label_is_refused(copied):
    path = copied("photo").paths[0]
    with np.load(path) as file:
        arrays = {key: file[key] for key in file.files}
    arrays["labels"][0] = (arrays["labels"][0] + 1) % 8
    np.savez(path, **arrays)
    with pytest.raises(DataDamaged, match=r"photo\.npz should hold the published numbers of 'photo'"):
        load("photo")


def test_a_cache_that_was_edited_is_not_believed(datasets, cache, monkeypatch, assert_same):
    expected = load("mutag")
    path = cache / "mutag.npz"
    with np.load(path) as file:
        arrays = {key: file[key] for key in file.files}
    arrays["y"] = 1 - arrays["y"]
    np.savez(path, **arrays)
    assert_same(expected, load("mutag"))
    np.savez(path, **arrays)
    monkeypatch.delenv("IGCL_DATA")
    with pytest.raises(DataUnavailable, match=r"mutag\.npz should hold the published numbers"):
        load("mutag")


def test_order_and_number_format_do_not_matter(datasets):
    graphs = load("mutag")
    assert {part: part_digest(graphs, part) for part in CONTENT["mutag"]} == CONTENT["mutag"]
