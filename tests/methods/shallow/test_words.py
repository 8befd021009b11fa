"""Words: the loss against sums written out, and a model whose arrays are all there is to it."""

import math
import subprocess
import sys

import numpy as np
import pytest

from igcl_core.methods.shallow.guessing import noise_loss, tree_loss
from igcl_core.methods.shallow.words import Words

TEXTS = [[0, 1, 2, 3, 1, 0], [4, 5, 4, 6, 5]] * 20


def sigmoid(x: float) -> float:
    return 1 / (1 + math.exp(-x))


def test_the_loss_against_noise_is_its_sum_written_out():
    random = np.random.default_rng(0)
    inputs, output = random.normal(size=(4, 3)), random.normal(size=(6, 3))
    targets, noise = np.array([0, 5, 2, 2]), random.integers(6, size=(4, 2))
    expected = 0.0
    for v, target, others in zip(inputs, targets, noise, strict=True):
        expected -= math.log(sigmoid(v @ output[target]))
        expected -= sum(math.log(sigmoid(-v @ output[other])) for other in others)
    assert noise_loss(inputs, targets, noise, output) == pytest.approx(expected / 4, abs=1e-12)


def test_the_loss_of_the_tree_is_minus_the_log_of_a_chance():
    words = Words(np.array([5, 3, 2, 2, 1]), 4, 2, seed=0, negatives=0)
    words.output[:] = np.random.default_rng(0).normal(size=words.output.shape)
    v = np.random.default_rng(1).normal(size=(1, 4))
    nothing = np.zeros((1, 0), np.int64)
    chances = [math.exp(-words.loss(v, np.array([word]), nothing)) for word in range(5)]
    assert sum(chances) == pytest.approx(1.0, abs=1e-9) and min(chances) > 0
    code, point = [np.array([0, 1])], [np.array([0, 2])]
    turns = v[0] @ words.output[0], v[0] @ words.output[2]
    assert tree_loss(v, code, point, words.output) == pytest.approx(-math.log(sigmoid(turns[0]) * sigmoid(-turns[1])))


@pytest.mark.parametrize("negatives", [0, 3])
@pytest.mark.parametrize("documents, ordered", [(0, False), (2, False), (2, True)])
def test_reading_lowers_the_loss_and_depends_on_arrays_and_seed_alone(negatives, documents, ordered):
    counts, tags = np.bincount(np.concatenate(TEXTS)), np.arange(len(TEXTS)) % 2
    one, two = (Words(counts, 8, 2, seed, negatives, documents=documents, ordered=ordered) for seed in (1, 2))
    vectors = one.of_documents if documents else one.vectors
    inputs, targets = np.array([0, 1]), np.array([1, 5])
    noise = one.noise(2, np.random.default_rng(0))
    before = one.loss(vectors[inputs], targets, noise)
    one.read(TEXTS, tags, (0.1, 0.05), seed=7)
    for name, array in two.arrays().items():
        array[...] = one.arrays()[name]
    for words in (one, two):
        words.read(TEXTS, tags, (0.05, 0.01), seed=8)
    assert all(np.array_equal(array, two.arrays()[name]) for name, array in one.arrays().items())
    if not ordered and documents:
        assert one.loss(one.of_documents[inputs], targets, noise) < before


def test_noise_is_drawn_by_count_to_the_three_quarters():
    words = Words(np.array([16, 1, 81]), 2, 1, seed=0, negatives=5)
    drawn = np.bincount(words.noise(20_000, np.random.default_rng(0)).ravel()) / 100_000
    assert drawn == pytest.approx(np.array([8, 1, 27]) / 36, abs=0.01)


def test_nobody_waits_for_gensim_who_does_not_use_it():
    told = "import sys, igcl_core, igcl_core.reproduce; print('gensim' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, check=True).stdout == "False\n"
