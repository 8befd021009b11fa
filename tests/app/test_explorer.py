"""The parts of the Embeddings page that are not drawn: columns of one's own, search, rows of the inspector."""

import numpy as np
import pytest

from app.explorer.colors import read_columns
from app.explorer.finding import found
from app.explorer.inspector import nearest_rows
from igcl_core import load


def test_columns_in_order_or_by_id():
    assert read_columns(b"team\na\nb\nc\n", 3)["team"].tolist() == ["a", "b", "c"]
    by_id = read_columns(b"id,score,team\n2,0.5,x\n0,1.5,y\n", 3)
    assert by_id["team"].tolist() == ["y", "none", "x"]
    assert by_id["score"][[0, 2]].tolist() == [1.5, 0.5] and np.isnan(by_id["score"][1])


@pytest.mark.parametrize("content, words", [
    (b"team\na\nb\n", "3 rows were expected"),
    (b"id,team\n7,a\n", "from 0 to 2"),
    (b"", "could not be read"),
])  # fmt: skip
def test_a_bad_file_gets_a_sentence(content, words):
    with pytest.raises(ValueError, match=words):
        read_columns(content, 3)


def test_search_by_id_and_class():
    karate = load("karate")
    assert found(karate, "5").tolist() == [5] and found(karate, "99").tolist() == []
    assert found(karate, "officer").tolist() == np.flatnonzero(karate.y == 1).tolist()
    assert found(karate, "mr").tolist() == np.flatnonzero(karate.y == 0).tolist()


def test_the_nearest_say_class_and_link():
    karate = load("karate")
    z = np.eye(2)[karate.y] + 0.1 * np.random.default_rng(0).normal(size=(34, 2))
    rows = nearest_rows(karate, z, 0)
    assert len(rows) == 8 and all(row["same"] for row in rows) and rows[0]["cosine"] >= rows[-1]["cosine"]
    assert {row["node"] for row in rows if row["linked"]} <= {a + b for a, b in karate.edges.T.tolist() if 0 in (a, b)}
