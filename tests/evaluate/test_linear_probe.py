import numpy as np
import pytest
from sklearn.linear_model import LogisticRegression

from igcl_core.data.graphs import Split
from igcl_core.evaluate import linear_probe, predict
from igcl_core.evaluate.linear_probe import GRID
from igcl_core.evaluate.softmax_regression import fit_path, probabilities

SPLIT = Split(np.arange(60), np.arange(60, 120), np.arange(120, 240), "random")


def blobs(noise: float, classes: int = 3, width: int = 8, items: int = 240) -> tuple[np.ndarray, np.ndarray]:
    rng = np.random.default_rng(0)
    y = np.arange(items) % classes
    return 4 * np.eye(classes, width)[y] + noise * rng.normal(size=(items, width)), y


def unit(z: np.ndarray) -> np.ndarray:
    return z / np.linalg.norm(z, axis=1, keepdims=True)


def test_separable_classes_are_read_perfectly():
    score = linear_probe(*blobs(0.1), SPLIT)
    assert (score.value, score.spread, score.repeats) == (1.0, 0.0, 1)
    assert score.details == {"C": 4.0**-2, "val": 1.0, "train": 1.0, "missing_classes": []}
    assert score.protocol == (
        "split random (60/60/120 items), logistic regression on L2-normalised rows, C chosen on validation accuracy"
    )


def test_sizes_are_not_said_twice():
    named = Split(SPLIT.train, SPLIT.val, SPLIT.test, "public 60/60/120")
    assert linear_probe(*blobs(0.1), named).protocol.startswith("split public 60/60/120, logistic")


def test_random_labels_stay_near_chance():
    z, y = blobs(0.1, items=3000)
    y = np.random.default_rng(1).permutation(y)
    split = Split(np.arange(1000), np.arange(1000, 2000), np.arange(2000, 3000))
    assert linear_probe(z, y, split).value == pytest.approx(1 / 3, abs=0.1)


@pytest.mark.parametrize("width", [8, 100], ids=["fewer features than items", "more features than items"])
def test_every_weight_of_the_path_is_scikit_learns(width):
    z, y = blobs(3, width=width)
    x, target, grid = unit(z)[SPLIT.train], y[SPLIT.train], [0.1, 1.0, 30.0]
    for c, weights in zip(grid, fit_path(x, target, grid, tol=1e-9), strict=True):
        reference = LogisticRegression(C=c, tol=1e-9, max_iter=10_000).fit(x, target)
        np.testing.assert_allclose(weights[:-1].T, reference.coef_, atol=1e-4)
        np.testing.assert_allclose(probabilities(unit(z), weights), reference.predict_proba(unit(z)), atol=1e-5)


def test_the_optimum_is_reached_at_every_c_of_the_grid():
    z, y = blobs(6, classes=6, width=80)
    x, target = unit(z)[SPLIT.train], y[SPLIT.train]
    onehot = np.eye(6)[target]
    for c, weights in zip(GRID, fit_path(x, target, GRID), strict=True):
        error = (probabilities(x, weights) - onehot) / len(x)
        gradient = x.T @ error + weights[:-1] / (c * len(x))
        assert np.abs(gradient).max() < 1e-7 and np.abs(error.sum(axis=0)).max() < 1e-7


def test_two_classes_match_scikit_learn():
    """Its two-class model has one weight vector where softmax has two half as long: C = 1 here is C = 2 there."""
    z, y = blobs(3, classes=2)
    x, target = unit(z)[SPLIT.train], y[SPLIT.train]
    (weights,) = fit_path(x, target, [1.0], tol=1e-9)
    reference = LogisticRegression(C=2.0, tol=1e-9).fit(x, target)
    np.testing.assert_allclose(probabilities(unit(z), weights), reference.predict_proba(unit(z)), atol=1e-5)


def test_shuffled_test_labels_change_the_score_but_not_the_choice():
    y = blobs(1)[1]
    epochs = {epoch: blobs(noise)[0] for epoch, noise in {0: 8, 10: 2, 20: 3}.items()}
    shuffled = y.copy()
    shuffled[SPLIT.test] = np.random.default_rng(0).permutation(y[SPLIT.test])
    honest, other = linear_probe(epochs, y, SPLIT), linear_probe(epochs, shuffled, SPLIT)
    assert honest.value != other.value
    for choice in ("epoch", "C", "val", "train", "val_curve"):
        assert honest.details[choice] == other.details[choice]


def test_the_epoch_is_chosen_on_validation_even_where_test_disagrees():
    z, y = blobs(0.1)
    good_on_val, good_on_test = z.copy(), z.copy()
    good_on_val[SPLIT.test] = 0
    good_on_test[SPLIT.val] = 0
    score = linear_probe({1: good_on_test, 2: good_on_val}, y, SPLIT)
    assert score.details["epoch"] == 2
    assert score.value == score.details["test_curve"][1] < score.details["test_curve"][0] == 1.0
    assert "C and epoch chosen on validation" in score.protocol


def test_ties_go_to_the_earliest_epoch_and_the_smallest_c():
    z, y = blobs(0.1)
    score = linear_probe({30: z, 10: z, 20: z}, y, SPLIT, grid=[8, 2, 4])
    assert (score.details["epoch"], score.details["C"], score.details["epochs"]) == (10, 2.0, [10, 20, 30])


def test_rows_are_normalised_and_a_zero_row_is_harmless():
    z, y = blobs(2)
    z[0] = z[200] = 0
    scale = np.random.default_rng(0).uniform(0.01, 100, size=(len(z), 1))
    assert linear_probe(z, y, SPLIT) == linear_probe(z * scale, y, SPLIT)


def test_a_class_without_training_items_is_counted_wrong_and_named():
    z, y = blobs(0.1)
    split = Split(np.flatnonzero(y[:90] != 1), np.arange(90, 150), np.arange(150, 240))
    score = linear_probe(z, y, split)
    assert score.value == pytest.approx(2 / 3)
    assert score.details["missing_classes"] == [1]
    assert "1 of the classes without a training item" in score.protocol


def test_predict_agrees_with_the_score():
    z, y = blobs(3)
    score = linear_probe(z, y, SPLIT)
    label, confidence = predict(z, y, SPLIT, score.details["C"])
    assert (label == y)[SPLIT.test].mean() == score.value
    assert label.shape == confidence.shape == y.shape
    assert ((confidence > 1 / 3) & (confidence <= 1)).all()


def with_nan(z: np.ndarray) -> np.ndarray:
    z[3, 2] = np.nan
    return z


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda z, y, s: (with_nan(z), y, s), "1 of 240 rows have NaN"),
        (lambda z, y, s: ({5: with_nan(z)}, y, s), "embedding of epoch 5 must hold finite"),
        (lambda z, y, s: ({}, y, s), "mapping of epochs is empty"),
        (lambda z, y, s: (z[:, 0], y, s), r"its shape is \(240,\)"),
        (lambda z, y, s: (z, None, s), "there are none"),
        (lambda z, y, s: (z, y[:9], s), "needs 240 labels"),
        (lambda z, y, s: (z, y * 0, s), "every label is 0"),
        (lambda z, y, s: (z, y / 2, s), "whole numbers"),
        (lambda z, y, s: (z, y, Split(np.array([0, 3]), s.val, s.test)), "all 2 are of class 0"),
        (lambda z, y, s: (z, y, Split(s.train, np.array([]), s.test)), "needs validation items"),
        (lambda z, y, s: (z, y, Split(s.train, s.val, np.array([], int))), "needs test items"),
        (lambda z, y, s: (z, y, Split(s.train, s.val, s.test + 1)), "from 0 to 239"),
        (lambda z, y, s: (z, y, Split(s.train, s.val, y == 0)), "test items of the split must be whole numbers"),
        (lambda z, y, s: (z, y, Split(s.train, s.val, s.val)), "some in two parts"),
    ],
)
def test_bad_input_is_answered_with_a_sentence(change, sentence):
    with pytest.raises(ValueError, match=sentence):
        linear_probe(*change(*blobs(1), SPLIT))


@pytest.mark.parametrize("split", [None, (np.arange(2), np.arange(2, 4), np.arange(4, 6))])
def test_what_is_no_split_is_answered_with_a_sentence(split):
    for read in (linear_probe, lambda z, y, split: predict(z, y, split, 1.0)):
        with pytest.raises(TypeError, match=f"must be Split.*but {type(split).__name__} came. Make one"):
            read(*blobs(1), split)


@pytest.mark.parametrize("grid", [[], [1, -1], [0], [np.nan]])
def test_a_bad_grid_is_answered_with_a_sentence(grid):
    with pytest.raises(ValueError, match="positive number"):
        linear_probe(*blobs(1), SPLIT, grid=grid)
