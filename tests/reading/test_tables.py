"""Edge lists and tables of nodes: the same graph from every way to write it, and every guess said and changeable."""

import networkx as nx
import numpy as np
import pytest

from igcl_core import preset, read, train
from igcl_core.reading import Given, Reading, Refused, Wanted, look


def value(reading: Reading, what: str) -> object:
    return next(guess.value for guess in reading.guesses if guess.what == what)


def same_graph(reading: Reading, club: nx.Graph, call=str) -> bool:
    known = {name: number for number, name in enumerate(reading.names)}
    pairs = {frozenset((known[call(a)], known[call(b)])) for a, b in club.edges}
    return pairs == {frozenset(pair) for pair in reading.graphs.edges.T.tolist()}


HEADERS = ["", "from,to\n", "# a comment\n% another\n\n"]


@pytest.mark.parametrize(("header", "named"), [(header, named) for header in HEADERS for named in (False, True)])
@pytest.mark.parametrize("between", [",", "\t", ";", "|", " ", "   "])
def test_an_edge_list_in_any_writing(club, header, between, named):
    call = (lambda node: f"n{node}") if named else str
    text = header + "\n".join(f"{call(a)},{call(b)}" for a, b in club.edges)
    reading = read(Given("club.txt", text.replace(",", between).encode()))
    assert (reading.graphs.num_nodes, reading.graphs.num_edges) == (34, 78)
    assert same_graph(reading, club, call)


def test_words_above_numbers_are_a_header():
    reading = read(Given("e.csv", b"a,b\n1,2\n2,3\n3,4\n"))
    assert reading.graphs.num_edges == 3 and value(reading, "header") is True


def test_numbers_are_in_order_and_names_in_the_order_they_come():
    assert read(Given("e.csv", b"10,9\n9,2\n2,1\n1,10\n")).names == ("1", "2", "9", "10")
    assert read(Given("e.csv", b"d,b\nb,a\na,c\n")).names == ("d", "b", "a", "c")


def test_weights_and_doubled_edges_are_dropped_with_a_word(edges):
    reading = read(Given("e.csv", edges.content + b"\n0,0,1\n1,0,3\n"))
    said = " ".join(reading.notes)
    assert "'weight'" in said and "itself, which are dropped: 1." in said and "count once: 1." in said
    assert reading.graphs.num_edges == 78


def test_a_table_of_nodes_gives_features_classes_and_texts(edges, nodes, club):
    for files in ([edges, nodes], [nodes, edges]):
        reading = read(*files)
        assert reading.graphs.classes == ("Mr. Hi", "Officer") and reading.graphs.homophily > 0.8
        ages = np.arange(34)
        np.testing.assert_allclose(reading.graphs.x[:, 0], (ages - ages.mean()) / ages.std(), rtol=1e-5)
        assert reading.texts[3] == "member 3" and same_graph(reading, club)
        assert [value(reading, what) for what in ("edges", "id", "label", "text")] == [
            "edges.csv",
            "id",
            "club",
            "note",
        ]
        assert reading.graphs.split is not None and all(guess.reason for guess in reading.guesses)


@pytest.mark.parametrize(
    ("choice", "expected"),
    [
        ({"label": ""}, lambda graphs: graphs.y is None and graphs.split is None),
        ({"label": "age"}, lambda graphs: graphs.num_classes == 34),
        ({"features": ()}, lambda graphs: graphs.num_features == 0),
        ({"scale": "as they are"}, lambda graphs: graphs.x[:, 0].tolist() == [1.5 * node for node in range(34)]),
        ({"source": "weight"}, lambda graphs: graphs.num_edges < 78),
        ({"split": "80/10/10"}, lambda graphs: len(graphs.split.train) > 26),
        ({"features": (), "made": "random walks"}, lambda graphs: graphs.num_features == 16),
        ({"features": (), "made": "positions"}, lambda graphs: graphs.num_features == 16),
        ({"features": (), "made": "degree"}, lambda graphs: graphs.x[0, 0] == graphs.x[:, 0].max() * 16 / 17),
        ({"features": (), "made": "degree one-hot"}, lambda graphs: (graphs.x.sum(axis=1) == 1).all()),
    ],
)
def test_every_guess_can_be_changed(edges, nodes, choice, expected):
    assert expected(read(edges, nodes, **choice).graphs)


def test_random_walks_come_back_as_often_as_they_should(edges):
    """After two steps with the probability sum over j of 1 / (d_i d_j), after one never."""
    graphs = read(edges, made="random walks").graphs
    adjacency, degree = graphs.to_scipy().toarray(), graphs.degree
    assert not graphs.x[:, 0].any()
    np.testing.assert_allclose(graphs.x[:, 1], (adjacency / degree).sum(axis=1) / degree, rtol=1e-6)
    step = adjacency / degree[:, None]
    for length in (3, 8, 16):
        np.testing.assert_allclose(
            graphs.x[:, length - 1], np.linalg.matrix_power(step, length).diagonal(), rtol=1e-5, atol=1e-7
        )


def test_nodes_without_a_name_are_numbered_by_their_rows(edges, nodes):
    rows = [line.split(b",", 1)[1] for line in nodes.content.split(b"\n")]
    unnamed = Given("nodes.csv", b"\n".join(rows))
    assert read(edges, unnamed, id="", scale="as they are").graphs.x[5, 0] == 7.5
    counted = b"\n".join(b"%d,%d" % (a + 1, b + 1) for a, b in read(edges).graphs.edges.T)
    assert read(Given("edges.csv", counted), unnamed, id="").names[0] == "1"


def test_some_nodes_may_have_no_class(edges, nodes):
    reading = read(edges, Given("nodes.csv", nodes.content.replace(b"0,Mr. Hi", b"0,", 1)))
    graphs = reading.graphs
    assert graphs.classes == ("Mr. Hi", "Officer", "no label") and graphs.y[0] == 2
    assert 0 not in np.concatenate([graphs.split.train, graphs.split.val, graphs.split.test])
    assert "Nodes without a class, which probes leave out: 1." in " ".join(reading.notes)


def test_other_encodings_are_guessed_and_said():
    text = "von,nach\nKöln,Zürich\nZürich,Genève\nGenève,Köln\nKöln,Bern\n"
    assert read(Given("e.csv", text.encode("utf-16")), header=True).names[0] == "Köln"
    reading = read(Given("e.csv", text.encode("latin-1")), header=True)
    assert reading.names[:2] == ("Köln", "Zürich")
    assert "byte 0xf6" in next(guess.reason for guess in reading.guesses if guess.what == "encoding")
    with pytest.raises(Refused, match=r"e\.csv, row 2: expected text in UTF-8, but the byte 0xf6 came"):
        read(Given("e.csv", text.encode("latin-1")), encoding="utf-8")


def test_looking_keeps_the_guesses_where_reading_fails(edges, nodes):
    looked = look([edges, Given("nodes.csv", nodes.content.replace(b",1.5,", b",old,"))], Wanted())
    assert looked.value("features") == ("age",)
    with pytest.raises(Refused, match="'old'"):
        looked.make()


@pytest.mark.parametrize(
    ("spoil", "sentence"),
    [
        (
            lambda text: text.replace(b"\n1,", b"\n7,1,", 1),
            "nodes.csv, row 3: expected 4 values, as in the first row, but 5",
        ),
        (
            lambda text: text.replace(b"\n5,", b"\n4,", 1),
            "nodes.csv, row 7, column 'id': expected a node that comes once, but '4'",
        ),
        (
            lambda text: text.replace(b"\n5,", b"\n,", 1),
            "nodes.csv, row 7, column 'id': expected the name of a node, but nothing",
        ),
        (lambda text: text.replace(b",1.5,", b",NaN,"), "nodes.csv, row 3, column 'age': expected a number, but 'NaN'"),
        (lambda text: text.replace(b",1.5,", b",,"), "nodes.csv, row 3, column 'age': expected a number, but nothing"),
        (
            lambda text: text.replace(b",1.5,", b",1e99,"),
            "nodes.csv, row 3, column 'age': expected a number below 3e38",
        ),
        (lambda text: text.replace(b"id,club,age", b"id,age,age"), "nodes.csv, row 1: expected a name of its own"),
        (
            lambda text: text[: text.index(b"\n33,")],
            "edges.csv, row 45, column 'to': expected a node that is in nodes.csv, but '33'",
        ),
        (lambda text: b"", "nodes.csv: expected data, but an empty file"),
        (lambda text: b"id,club\n", "nodes.csv: expected rows below the header, but none"),
        (lambda text: b"\x00\x01" + text, "nodes.csv, row 1: expected text, but the byte 0x00"),
        (
            lambda text: b",".join([b"1"] * 1_000_000),
            "nodes.csv, row 1: expected a table of at most 20,000 columns, but 1,000,000",
        ),
    ],
)
def test_each_mistake_is_named_with_file_row_and_column(edges, nodes, spoil, sentence):
    with pytest.raises(Refused) as problem:
        read(edges, Given("nodes.csv", spoil(nodes.content)))
    assert str(problem.value).startswith(sentence)


def test_memory_is_asked_before_it_is_taken(edges, monkeypatch):
    monkeypatch.setenv("IGCL_MEMORY", "5K")
    with pytest.raises(Refused, match=r"edges\.csv would take about 0 MB to read it, but 0 MB are allowed"):
        read(edges)


def test_what_is_read_trains_and_is_its_own_data(edges, nodes, tmp_path):
    for file in (edges, nodes):
        (tmp_path / file.name).write_bytes(file.content)
    reading = read(tmp_path / "edges.csv", tmp_path / "nodes.csv")
    *_, step = train(reading, epochs=2, warmup=2)
    assert step.arrays["z"].shape == (34, preset(reading).D) and "probe_test" in step.metrics
    *_, step = train(read(tmp_path / "edges.csv"), epochs=2, warmup=2)
    assert "probe_test" not in step.metrics and np.isfinite(step.arrays["z"]).all()


def test_an_unknown_choice_gets_a_sentence(edges):
    with pytest.raises(ValueError, match="There is no choice of how to read 'lable'. Did you mean 'label'"):
        read(edges, lable="x")
