import numpy as np
import pytest
from sklearn.datasets import make_classification
from sklearn.model_selection import GridSearchCV, StratifiedKFold, cross_val_score
from sklearn.svm import SVC

from igcl_core.evaluate import svm


def blobs(counts: list[int]) -> tuple[np.ndarray, np.ndarray]:
    y = np.repeat(np.arange(len(counts)), counts)
    return 9 * np.eye(len(counts))[y] + np.random.default_rng(0).normal(size=(len(y), len(counts))), y


@pytest.mark.parametrize("classes", [2, 4])
def test_folds_equal_plain_grid_search(classes):
    z, y = make_classification(
        100, 40, n_informative=6, n_classes=classes, flip_y=0.2, shift=50, scale=20, random_state=classes
    )
    search = GridSearchCV(SVC(), {"C": [1e-3, 1e-2, 0.1, 1, 10, 100, 1000]}, cv=5)
    score = svm(z, y, folds=5, seed=3, repeats=2)
    for repeat in range(2):
        cv = StratifiedKFold(5, shuffle=True, random_state=3 + repeat)
        expected = cross_val_score(search, z, y, cv=cv)
        np.testing.assert_array_equal(score.details["folds"][5 * repeat : 5 * repeat + 5], expected)


def test_separable_classes_are_read_perfectly():
    score = svm(*blobs([30, 30, 30]))
    assert (score.value, score.spread, len(score.details["folds"])) == (1.0, 0.0, 10)
    assert score.protocol == (
        "stratified 10-fold, seed 0, RBF SVM on the raw embedding, C of 1e-3..1e3 chosen by 5 inner folds"
    )


def test_random_labels_stay_near_chance():
    z, y = blobs([100, 100])
    assert svm(z, np.random.default_rng(1).permutation(y)).value == pytest.approx(0.5, abs=0.2)


def test_spread_is_over_folds_once_and_over_repeats_after():
    z, y = make_classification(80, flip_y=0.3, random_state=0)
    once, thrice = svm(z, y, folds=4), svm(z, y, folds=4, repeats=3)
    assert once.spread == np.std(once.details["folds"])
    assert once.details["folds"] == thrice.details["folds"][:4]
    assert thrice.details["repeats"] == np.reshape(thrice.details["folds"], (3, 4)).mean(axis=1).tolist()
    assert (thrice.value, thrice.spread) == (np.mean(thrice.details["repeats"]), np.std(thrice.details["repeats"]))
    assert (thrice.repeats, len(thrice.details["C"])) == (3, 12)


def test_jobs_change_nothing():
    z, y = make_classification(80, flip_y=0.3, random_state=0)
    assert svm(z, y, folds=4, jobs=2) == svm(z, y, folds=4)


def test_a_constant_embedding_scores_the_majority():
    y = np.repeat([0, 1], [30, 10])
    assert svm(np.ones((40, 3)), y).value == 0.75


def test_small_classes_cut_the_folds_and_the_protocol_says_so():
    few, fewest = svm(*blobs([20, 4])), svm(*blobs([2, 2]))
    assert (len(few.details["folds"]), few.value) == (4, 1.0)
    assert "4-fold (not 10: the smallest class has 4 items)" in few.protocol
    assert "3 inner folds" in few.protocol
    assert (len(fewest.details["folds"]), fewest.value) == (2, 1.0)
    assert "C = 1 (too few items" in fewest.protocol


@pytest.mark.parametrize(
    ("options", "counts", "sentence"),
    [
        ({}, [20, 1], "class 1 has only one"),
        ({}, [20], "at least two classes"),
        ({"folds": 1}, [20, 20], "at least 2 folds"),
        ({"repeats": 0}, [20, 20], "1 repeat"),
        ({"jobs": 0}, [20, 20], "1 job"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(options, counts, sentence):
    with pytest.raises(ValueError, match=sentence):
        svm(*blobs(counts), **options)


def test_an_infinite_embedding_is_answered_with_a_sentence():
    z, y = blobs([5, 5])
    z[0] = np.inf
    with pytest.raises(ValueError, match="1 of 10 rows have NaN or infinite"):
        svm(z, y)
