"""Fold by fold: no label of a test fold reaches the network, and the folds are the support vector machine's."""

from dataclasses import replace

import numpy as np

from igcl_core import preset
from igcl_core.evaluate import stratified_folds, svm
from igcl_core.reproduce import fold_by_fold as module
from igcl_core.reproduce.fold_by_fold import fold_by_fold
from tests.reproduce.conftest import obvious_graphs


def settings_of(graphs, **changes):
    size = dict(D=8, layers=1, b=0, epochs=20, features="raw", snapshot_every=5, probe_every=0)
    return preset(graphs, "gin").changed(**{**size, **changes})


def test_nothing_is_learnt_from_labels_that_are_not_trained_on(monkeypatch):
    graphs = obvious_graphs()
    rest, test = stratified_folds(graphs.y)[0]
    seen = []
    real = module.train

    def watched(data, *rest_of_it):
        steps = list(real(data, *rest_of_it))
        seen.append((data.split, steps[-1].arrays["p"]))
        return steps

    monkeypatch.setattr(module, "train", watched)
    for y in (graphs.y, np.where(np.isin(np.arange(40), test), 1 - graphs.y, graphs.y)):
        module._right(replace(graphs, y=y), "gin", settings_of(graphs), rest, test)
    (split, first), (_, second) = seen
    assert np.array_equal(first, second) and np.array_equal(split.test, test)
    assert not set(test) & {*split.train, *split.val} and len(split.train) + len(split.val) == len(rest)


def test_folds_are_those_of_the_support_vector_machine():
    graphs = obvious_graphs()
    metrics, protocol = fold_by_fold(graphs, "gin", settings_of(graphs, seed=3, lr=0.02))
    assert len(metrics["folds"]) == len(svm(np.eye(40), graphs.y, seed=3).details["folds"]) == 10
    assert metrics["accuracy"] == np.mean(metrics["folds"]) and "10 stratified folds, seed 3" in protocol
    assert not np.array_equal(stratified_folds(graphs.y, 3)[0][1], stratified_folds(graphs.y, 4)[0][1])
