"""Maps of a run: cached by content, later steps near to earlier ones, the film in few bytes."""

import base64
import json
from dataclasses import replace

import numpy as np
import pytest

from app.atlas import (
    Sheet,
    film_frames,
    frame_of,
    settled_step,
    settling_step,
    trust_of,
    want_history,
    want_maps,
    want_trust,
)
from app.desk import Desk
from app.digest import digest
from app.film import common_steps, corners, film
from igcl_core import load


@pytest.fixture(scope="module")
def snapshots():
    random = np.random.default_rng(0)
    z = random.normal(size=(34, 8)).astype(np.float32)
    make = lambda z: {"z": z, "mu": z[:, ::-1].copy(), "h": z, "sigma": np.abs(z)}  # noqa: E731
    return {0: make(z), 10: make(z + 0.01), 20: make(z.copy())}


def sheets(snapshots, *spaces, method="tsne"):
    few = (("iterations", 200.0), ("perplexity", 5.0)) if method == "tsne" else ()
    return [Sheet(load("karate"), snapshots, space, method, few) for space in spaces]


class InlineDesk(Desk):
    """Does all that is wanted at once."""

    def want(self, wants):
        for each in wants:
            if self.answer(each.key) is None:
                *_, self._answers[each.key] = each.make()


def test_equal_arrays_have_one_digest():
    a = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert digest(a) == digest(a.copy()) == digest(a) != digest(a + 1)
    assert digest(a) != digest(a.reshape(4, 3))


def test_an_unchanged_embedding_does_not_move_at_all(snapshots):
    desk, both = InlineDesk(), sheets(snapshots, "mu", "z")
    desk.want(want_maps(desk, both, 20) + want_history(desk, both, 20))
    assert both[1].key(0) == both[1].key(20) != both[1].key(10)
    frames = film_frames(desk, both[1])
    assert list(frames) == [0, 10, 20] and (frames[0] == frames[20]).all()


def test_a_hardly_changed_embedding_hardly_moves(snapshots):
    desk, (sheet,) = InlineDesk(), sheets(snapshots, "z", method="pca")
    desk.want(want_maps(desk, [sheet], 20) + want_history(desk, [sheet], 20))
    frames = film_frames(desk, sheet)
    assert np.abs(frames[10] - frames[20]).max() < 0.01 * np.ptp(frames[20])


def test_other_steps_start_from_the_one_nearest(snapshots):
    desk, both = InlineDesk(), sheets(snapshots, "features", "z")
    desk.want(want_maps(desk, both, 20))
    assert not desk.answer(both[1].key(20)).warm
    assert frame_of(desk, both[1], 10).xy is desk.answer(both[1].key(20)).xy
    desk.want(want_history(desk, both, 20))
    assert desk.answer(both[1].key(10)).warm and both[0].steps == (0,)


def test_at_rest_one_map_is_laid_out_afresh_over_that_of_the_training_and_the_others_follow_it(snapshots):
    desk, (live,) = InlineDesk(), sheets(snapshots, "z")
    rest = replace(live, reference=10)
    desk.want(want_maps(desk, [live], 0) + want_maps(desk, [live], 10))
    desk.want(want_maps(desk, [rest], 10) + want_history(desk, [rest], 10))
    moving, still, other = desk.answer(live.key(10)), desk.answer(rest.key(10)), desk.answer(rest.key(0))
    assert moving.warm and moving.total == 100 and not still.warm and still.total == 200 and other.warm
    apart, mirrored = (np.linalg.norm(still.xy - xy) for xy in (moving.xy, -moving.xy))
    assert apart < mirrored


def test_training_goes_on_from_the_map_of_the_rest(snapshots):
    desk, (live,) = InlineDesk(), sheets(snapshots, "z")
    desk.want(want_maps(desk, [replace(live, reference=0)], 0))
    desk.want(want_maps(desk, [live], 10))
    assert desk.answer(live.key(10)).warm


def test_the_step_shown_is_the_newest_that_has_settled(snapshots):
    desk, both = InlineDesk(), sheets(snapshots, "mu", "z")
    assert settled_step(desk, both, 20) is None
    desk.want(want_maps(desk, both, 10))
    assert settled_step(desk, both, 20) == 10
    desk.want(want_trust(desk, both, 10))
    assert 0 < trust_of(desk, both[0], 10).trustworthiness <= 1


def test_while_the_first_map_settles_a_newer_step_shows_it(snapshots):
    desk, (sheet,) = InlineDesk(), sheets(snapshots, "z")
    assert frame_of(desk, sheet, 20) is None and settling_step(desk, [sheet]) is None
    frame = next(want_maps(desk, [sheet], 10)[0].make())
    desk._now = (sheet.key(10), frame)
    assert frame_of(desk, sheet, 20) is frame and settling_step(desk, [sheet]) == 10


def test_a_film_comes_back_within_a_65535th():
    random = np.random.default_rng(0)
    panes = [{0: random.normal(size=(5, 2)), 7: random.normal(size=(5, 2))}, {0: random.normal(size=(5, 2))}]
    reel = json.loads(film(panes))
    assert reel["steps"] == [0, 7] and reel["panes"][1]["of"] == [0, 0]
    for told, pane in zip(reel["panes"], panes, strict=True):
        whole = np.frombuffer(base64.b64decode(told["xy"]), "<u2").reshape(len(pane), 5, 2)
        low, span = corners(pane)
        assert np.allclose(whole / 65535 * span + low, np.stack(list(pane.values())), atol=span.max() / 65535)


def test_a_film_shows_only_steps_that_all_panes_have():
    frame = np.zeros((3, 2))
    assert common_steps([{0: frame, 5: frame, 9: frame}, {0: frame, 9: frame}]) == [0, 9]
    assert common_steps([{4: frame}, {4: frame}]) == [4]
    assert film([{0: frame}, {}]) == ""
