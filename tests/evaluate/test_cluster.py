import numpy as np
import pytest

from igcl_core.evaluate import cluster
from igcl_core.evaluate.cluster import match


def blobs(classes: int = 4, each: int = 25) -> tuple[np.ndarray, np.ndarray]:
    y = np.repeat(np.arange(classes), each)
    return 9 * np.eye(classes)[y] + 0.1 * np.random.default_rng(0).normal(size=(len(y), classes)), y


def test_separable_clusters_are_found_whatever_the_classes_are_called():
    z, y = blobs()
    renamed = np.array([7, 2, 0, 5])[y]
    score = cluster(z, renamed, repeats=3)
    assert (score.value, score.spread, score.repeats) == (1.0, 0.0, 3)
    assert (score.details["nmi"], score.details["ari"]) == pytest.approx((1.0, 1.0))
    assert score.details["assignment"] == renamed.tolist()
    assert len(score.details["inertia"]) == 3


def test_random_labels_stay_near_chance():
    z, y = blobs(each=250)
    score = cluster(z, np.random.default_rng(1).permutation(y), repeats=2)
    assert score.value == pytest.approx(0.25, abs=0.12)
    assert score.details["ari"] == pytest.approx(0, abs=0.05)
    assert score.details["nmi"] == pytest.approx(0, abs=0.05)


def test_same_seed_same_score_and_spread_over_repeats():
    z = np.random.default_rng(0).normal(size=(60, 5))
    y = np.arange(60) % 3
    score = cluster(z, y, seed=5, repeats=4)
    assert score == cluster(z, y, seed=5, repeats=4)
    alone = [cluster(z, y, seed=seed, repeats=1).value for seed in (5, 6, 7, 8)]
    assert (score.value, score.spread) == (np.mean(alone), np.std(alone))


def test_normalise_makes_the_length_of_rows_irrelevant():
    z, y = blobs()
    scaled = z * np.random.default_rng(0).choice([0.01, 100], size=(len(z), 1))
    assert cluster(scaled, y, normalise=True, repeats=1).value == 1.0
    assert cluster(scaled, y, repeats=1).value < 1.0


def test_match_takes_the_best_one_to_one_naming():
    y = np.array([0, 0, 0, 1, 1, 1])
    np.testing.assert_array_equal(match(y, np.array([8, 8, 3, 3, 3, 3])), [0, 0, 1, 1, 1, 1])


def test_match_with_more_or_fewer_clusters_than_classes():
    y = np.array([0, 0, 0, 1, 1, 1])
    np.testing.assert_array_equal(match(y, np.array([0, 0, 2, 1, 1, 1])), [0, 0, -1, 1, 1, 1])
    np.testing.assert_array_equal(match(y, np.zeros(6, int)), [0, 0, 0, 0, 0, 0])


@pytest.mark.filterwarnings("ignore:Number of distinct clusters")
def test_a_collapsed_embedding_scores_one_class():
    assert cluster(np.ones((40, 3)), np.arange(40) % 4, repeats=1).value == 0.25


@pytest.mark.parametrize(
    ("z", "y", "options", "sentence"),
    [
        (np.ones((4, 2)), np.zeros(4, int), {}, "at least two classes"),
        (np.full((4, 2), np.nan), np.arange(4), {}, "4 of 4 rows"),
        (np.ones((4, 2)), np.arange(4), {"repeats": 0}, "at least 1 repeat"),
        (np.ones((4, 0)), np.arange(4), {}, "must be a matrix"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(z, y, options, sentence):
    with pytest.raises(ValueError, match=sentence):
        cluster(z, y, **options)
