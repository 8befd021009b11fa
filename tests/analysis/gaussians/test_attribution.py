"""Attribution against a plain loop, its standard error against repetition, and nearness against all distances."""

import numpy as np
import pytest

from igcl_core.analysis.gaussians.attribution import attribution, nearness


def test_far_apart_every_sample_is_its_own_and_without_difference_none_is(state):
    far = 100 * np.eye(6, dtype=np.float32)
    assert attribution(far, far, np.ones_like(far)).accuracy == 1
    same = np.zeros_like(state.mu)
    assert attribution(same, state.mu, state.sigma).accuracy == 0


@pytest.mark.parametrize("measure", ["product", "distance"])
def test_it_equals_a_plain_estimate(state, measure):
    random = np.random.default_rng(9)
    hits = []
    for _ in range(400):
        a = state.mu + state.sigma * random.standard_normal(state.mu.shape)
        distance = ((a[:, None] - state.z[None]) ** 2).sum(-1)
        score = a @ state.z.T if measure == "product" else -distance
        hits.append(score.argmax(1) == np.arange(30))
    found = attribution(state.z, state.mu, state.sigma, samples=400, measure=measure)
    spread = np.hypot(found.error, np.std([hit.mean() for hit in hits]) / 20)
    assert abs(found.accuracy - np.mean(hits)) < 4 * spread
    np.testing.assert_allclose(found.per_item.mean(), found.accuracy)


def test_its_standard_error_is_the_spread_of_repetitions_and_falls_with_the_root_of_the_draws(state):
    repeated = [attribution(state.z, state.mu, state.sigma, samples=4, seed=seed) for seed in range(200)]
    spread = np.std([one.accuracy for one in repeated], ddof=1)
    assert np.mean([one.error for one in repeated]) == pytest.approx(spread, rel=0.4)
    errors = [attribution(state.z, state.mu, state.sigma, samples=m).error for m in (50, 800)]
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.4)


def test_nearness_is_the_smallest_of_all_distances(state):
    found = nearness(state.z, state.mu)
    distance = np.linalg.norm(state.z[:, None].astype(float) - state.mu[None], axis=-1)
    np.testing.assert_allclose(found.own, np.diag(distance))
    np.fill_diagonal(distance, np.inf)
    np.testing.assert_allclose(found.other, distance.min(1))
    np.testing.assert_array_equal(found.which, distance.argmin(1))
    assert found.share == (found.own < found.other).mean()


def test_bad_input_gets_a_sentence(state):
    with pytest.raises(ValueError, match="product, distance"):
        attribution(state.z, state.mu, state.sigma, measure="angle")
    with pytest.raises(ValueError, match="at least 1"):
        attribution(state.z, state.mu, state.sigma, samples=0)
