import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import load
from igcl_core.data.digit_graphs import neighbour_links
from igcl_core.data.digits import nearest_neighbours
from igcl_core.data.motifs import MOTIFS


@pytest.mark.parametrize("name", ["karate", "digits", "planted", "wine", "digit-graphs", "motifs"])
def test_loading_twice_gives_the_same(name, assert_same):
    assert_same(load(name), load(name))


def test_karate_has_two_leaders_on_two_sides():
    club = load("karate")
    assert sparse.issparse(club.x) and (club.x.toarray() == np.eye(34)).all()
    assert [club.classes[club.y[leader]] for leader in (0, 33)] == ["Mr. Hi", "Officer"]
    assert np.bincount(club.y[club.split.train]).tolist() == [1, 1]


def test_digits_keep_their_images():
    digits = load("digits")
    assert digits.images.shape == (1797, 8, 8) and digits.images.dtype == np.uint8
    assert (digits.x == digits.images.reshape(1797, 64) / np.float32(16)).all()
    assert digits.degree.min() >= 8
    assert np.bincount(digits.y[digits.split.train]).tolist() == [2] * 10
    assert len(digits.split.val) == 500 and digits.split.protocol.startswith("2 per class train, 500 val")


def test_nearest_neighbours_agree_with_scikit_learn():
    from sklearn.neighbors import kneighbors_graph

    pixels = np.random.default_rng(0).integers(0, 17, (50, 64))
    links = nearest_neighbours(pixels, 5)
    ours = sparse.coo_matrix((np.ones(links.shape[1]), links), shape=(50, 50)).toarray()
    assert (ours == kneighbors_graph(pixels, 5, metric="cosine").toarray()).all()


def test_neighbour_links_of_a_small_picture():
    bright = np.zeros((2, 8, 8), bool)
    bright[0, 0, :3] = bright[0, 1, 3] = True
    bright[1, 7, 7] = True
    assert sorted(map(tuple, neighbour_links(bright).T.tolist())) == [(0, 1), (1, 2), (2, 3)]


def test_digit_graphs_are_the_bright_pixels():
    graphs = load("digit-graphs")
    assert np.diff(graphs.ptr).tolist() == (graphs.images > 6).sum(axis=(1, 2)).tolist()
    first = graphs.x[: graphs.ptr[1]]
    rows, columns = (first[:, 1:] * 7).round().astype(int).T
    assert (graphs.images[0, rows, columns] / np.float32(16) == first[:, 0]).all()


def test_motif_graphs_are_connected_and_hold_their_motif():
    import networkx

    graphs = load("motifs")
    assert (graphs.x == 1).all() and np.bincount(graphs.y).tolist() == [75] * 4
    surplus = {"star": 0, "cycle": 1, "house": 2, "clique": 6}
    whole = networkx.Graph(graphs.edges.T.tolist())
    for index in range(0, 300, 7):
        part = whole.subgraph(range(graphs.ptr[index], graphs.ptr[index + 1]))
        name = graphs.classes[graphs.y[index]]
        assert networkx.is_connected(part)
        assert part.number_of_edges() - part.number_of_nodes() + 1 == surplus[name]
        assert networkx.algorithms.isomorphism.GraphMatcher(
            part, networkx.Graph(MOTIFS[name])
        ).subgraph_is_monomorphic()


@pytest.mark.parametrize("mixing", [0.0, 0.35, 1.0])
def test_planted_mixing_is_exact(mixing):
    graphs = load("planted", nodes=200, classes=5, mixing=mixing, degree=8, seed=3)
    assert (graphs.num_nodes, graphs.num_classes, graphs.num_edges) == (200, 5, 800)
    assert graphs.homophily == pytest.approx(1 - mixing)


def test_planted_features_hint_but_do_not_tell():
    from sklearn.linear_model import LogisticRegression

    def score(seed):
        graphs = load("planted", seed=seed)
        probe = LogisticRegression(max_iter=1000).fit(graphs.x[graphs.split.train], graphs.y[graphs.split.train])
        return probe.score(graphs.x[graphs.split.test], graphs.y[graphs.split.test])

    assert 0.55 < np.mean([score(seed) for seed in range(5)]) < 0.75


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"mixing": 1.5}, "from 0 to 1, but mixing=1.5 came"),
        ({"mixing": float("nan")}, "from 0 to 1, but mixing=nan came"),
        ({"nodes": 12}, "needs 40 to 20,000 nodes, but nodes=12 came"),
        ({"nodes": 60.5}, "must be a whole number, but 60.5 came"),
        ({"classes": 1}, "needs 2 to 20 classes, but classes=1 came"),
        ({"degree": 100}, "at most half a class, here 75, but degree=100 came"),
        ({"size": 3}, "'planted' has no option 'size': its options are nodes, classes, mixing, degree, seed"),
    ],
)
def test_planted_refuses_with_a_sentence(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        load("planted", **options)


@pytest.mark.parametrize("name", ["karate", "cora"])
def test_fixed_datasets_have_no_options(name):
    with pytest.raises(ValueError, match="has no option 'seed': it has none"):
        load(name, seed=1)
