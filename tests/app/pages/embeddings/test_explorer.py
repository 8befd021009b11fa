"""The parts of the Embeddings page that are not drawn: columns of one's own, search, rows of the inspector."""

import numpy as np
import pytest

from app.pages.embeddings.colors import read_columns
from app.pages.embeddings.explored import Explored, of_embedding, of_run
from app.pages.embeddings.finding import found
from app.pages.embeddings.inspector import nearest_rows
from app.pages.embeddings.studies import REPEATS, clusters_want
from app.session.live_run import View
from igcl_core import Run, load
from igcl_core.cli.scoring import score_run
from igcl_core.reproduce.clusters import MEASURES, cluster_metrics


def test_columns_in_order_or_by_id():
    assert read_columns(b"team\na\nb\nc\n", 3)["team"].tolist() == ["a", "b", "c"]
    by_id = read_columns(b"id,score,team\n2,0.5,x\n0,1.5,y\n", 3)
    assert by_id["team"].tolist() == ["y", "none", "x"]
    assert by_id["score"][[0, 2]].tolist() == [1.5, 0.5] and np.isnan(by_id["score"][1])


@pytest.mark.parametrize("content, words", [
    (b"team\na\nb\n", "3 rows were expected"),
    (b"id,team\n7,a\n", "from 0 to 2"),
    (b"", "could not be read"),
    (b"team,team\na,b\na,b\na,b\n", "'team' comes more than once"),
    (b"id,team\n1,a\n1,b\n", "1 comes more than once"),
    (b"id,team\n99999999999999999999,a\n", "from 0 to 2"),
    ("team\nä\n".encode("utf-16")[:-1], "neither UTF-8, UTF-16 nor Latin-1"),
    (",".join(map(str, range(300))).encode() + b"\n", "At most 200 columns"),
])  # fmt: skip
def test_a_bad_file_gets_a_sentence(content, words):
    with pytest.raises(ValueError, match=words):
        read_columns(content, 3)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "latin-1"])
def test_columns_as_spreadsheets_write_them(encoding):
    assert read_columns("größe\nklein\ngroß\n".encode(encoding), 2)["größe"].tolist() == ["klein", "groß"]


def explored_karate(z=None) -> Explored:
    graphs = load("karate")
    z = np.eye(2)[graphs.y] if z is None else z
    return of_run(View("paused", graphs=graphs, snapshots={0: {"z": z}}), 1)


def test_search_by_id_and_class():
    karate = explored_karate()
    assert found(karate, "5").tolist() == [5] and found(karate, "99").tolist() == []
    assert found(karate, "²").tolist() == [] == found(karate, "٣").tolist()
    assert found(karate, "officer").tolist() == np.flatnonzero(karate.y == 1).tolist()
    assert found(karate, "mr").tolist() == np.flatnonzero(karate.y == 0).tolist()


def test_the_nearest_say_class_and_link():
    karate = load("karate")
    z = np.eye(2)[karate.y] + 0.1 * np.random.default_rng(0).normal(size=(34, 2))
    rows = nearest_rows(explored_karate(z), z, 0)
    assert len(rows) == 8 and all(row["same"] for row in rows) and rows[0]["cosine"] >= rows[-1]["cosine"]
    assert {row["node"] for row in rows if row["linked"]} <= {a + b for a, b in karate.edges.T.tolist() if 0 in (a, b)}


def test_clusters_of_the_page_are_those_of_evaluate_and_of_the_tables():
    run = Run("karate", epochs=2, warmup=1, normalise="both")
    run.advance(3)
    z, y = run.arrays()["z"], run.graphs.y
    (page,) = clusters_want(explored_karate(z), z).make()
    (final, *_) = score_run(run, "cluster", "z", 0, REPEATS)
    seeds = [cluster_metrics(z, y, seed)[0] for seed in range(REPEATS)]
    assert page == final.score and "on the raw embedding" in page.protocol
    for name in MEASURES:
        assert page.details[name] == pytest.approx(np.mean([each[name] for each in seeds]))


def test_a_foreign_embedding_needs_nothing_else():
    z = np.arange(12.0).reshape(6, 2)
    bare = of_embedding("theirs", z)
    assert (bare.item, bare.items, bare.edges, bare.y, bare.size) == ("item", 6, None, None, None)
    assert [space.title for space in bare.spaces.values()] == ["theirs"]
    whole = of_embedding("theirs", z, list("aabbca"), np.array([[0, 1], [1, 2]]), texts=list("uvwxyz"))
    assert whole.classes == ("a", "b", "c") and whole.y.tolist() == [0, 0, 1, 1, 2, 0] and whole.item == "node"
    assert whole.edges.tolist() == [[0, 1], [1, 2]] and whole.data == bare.data
    row = nearest_rows(whole, z, 5)[0]
    assert row["text"] == whole.texts[row["node"]] and {"class", "same", "linked"} <= set(row)


@pytest.mark.parametrize("z, labels, words", [
    (np.zeros(3), None, "a row per item"),
    (np.array([["a", "b"]]), None, "a row per item"),
    (np.full((3, 2), np.nan), None, "finite"),
    (np.zeros((3, 2)), [1, 2], "one label per row: 3, but 2 came"),
])  # fmt: skip
def test_what_is_no_embedding_gets_a_sentence(z, labels, words):
    with pytest.raises(ValueError, match=words):
        of_embedding("theirs", z, labels)
