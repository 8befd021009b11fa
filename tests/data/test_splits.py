import numpy as np

from igcl_core.data.splits import per_class_split, stratified_split


def test_stratified_split_takes_the_same_share_of_every_class():
    y = np.repeat([0, 1, 2], [100, 50, 10])
    split = stratified_split(y)
    assert [np.bincount(y[part]).tolist() for part in (split.train, split.val, split.test)] == [
        [80, 40, 8],
        [10, 5, 1],
        [10, 5, 1],
    ]
    assert sorted([*split.train, *split.val, *split.test]) == list(range(160))
    assert split.protocol == "stratified random 80/10/10, seed 0"


def test_per_class_split_has_so_many_of_every_class():
    y = np.repeat([0, 1], [30, 10])
    split = per_class_split(y, train_per_class=3, val=14, seed=5)
    assert np.bincount(y[split.train]).tolist() == [3, 3]
    assert sorted([*split.train, *split.val, *split.test]) == list(range(40))
    assert split.protocol == "3 per class train, 14 val, 20 test, seed 5"


def test_another_seed_is_another_split():
    y = np.arange(100) % 2
    assert (stratified_split(y).train != stratified_split(y, seed=1).train).any()
