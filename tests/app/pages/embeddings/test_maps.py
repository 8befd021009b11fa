"""Maps of a run: cached by content, later steps near to earlier ones, the film in few bytes."""

import base64
import json
from dataclasses import replace

import numpy as np
import pytest

from app.pages.embeddings.explored import of_run
from app.pages.embeddings.maps import (
    SETTLING,
    Sheet,
    film_frames,
    found_map,
    settled_step,
    settling_step,
    trust_of,
    want_history,
    want_maps,
    want_sketches,
    want_trust,
)
from app.pages.embeddings.trusting import sample_words, what_is_drawn
from app.plot.film import common_steps, corners, film
from app.session.background import Background
from app.session.content_key import content_key, graphs_key
from app.session.live_run import View
from igcl_core import load
from igcl_core.layout import align, trust


@pytest.fixture(scope="module")
def snapshots():
    random = np.random.default_rng(0)
    z = random.normal(size=(34, 8)).astype(np.float32)
    make = lambda z: {"z": z, "mu": z[:, ::-1].copy(), "h": z, "sigma": np.abs(z)}  # noqa: E731
    return {0: make(z), 10: make(z + 0.01), 20: make(z.copy())}


def sheets(snapshots, *spaces, method="tsne"):
    few = (("iterations", 200.0), ("perplexity", 5.0)) if method == "tsne" else ()
    explored = of_run(View("paused", graphs=load("karate"), snapshots=snapshots), 1)
    return [Sheet(explored, space, method, few) for space in spaces]


class InlineBackground(Background):
    """Does all that is wanted at once."""

    def want(self, wants):
        for each in wants:
            if self.answer(each.key) is None:
                *_, self._answers[each.key] = each.make()


def test_equal_arrays_have_one_digest():
    a = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert content_key(a) == content_key(a.copy()) == content_key(a) != content_key(a + 1)
    assert content_key(a) != content_key(a.reshape(4, 3))


def test_equal_graphs_have_one_key():
    karate = load("karate")
    assert graphs_key(karate) == graphs_key(replace(karate, x=karate.x.copy(), y=None))
    assert graphs_key(karate) != graphs_key(replace(karate, edges=karate.edges[:, 1:]))


def test_an_unchanged_embedding_does_not_move_at_all(snapshots):
    background, both = InlineBackground(), sheets(snapshots, "mu", "z")
    background.want(want_maps(background, both, 20) + want_history(background, both, 20))
    assert both[1].key(0) == both[1].key(20) != both[1].key(10)
    frames = film_frames(background, both[1])
    assert list(frames) == [0, 10, 20] and (frames[0] == frames[20]).all()


def test_a_hardly_changed_embedding_hardly_moves(snapshots):
    background, (sheet,) = InlineBackground(), sheets(snapshots, "z", method="pca")
    background.want(want_maps(background, [sheet], 20) + want_history(background, [sheet], 20))
    frames = film_frames(background, sheet)
    assert np.abs(frames[10] - frames[20]).max() < 0.01 * np.ptp(frames[20])


def test_other_steps_start_from_the_one_nearest(snapshots):
    background, both = InlineBackground(), sheets(snapshots, "features", "z")
    background.want(want_maps(background, both, 20))
    assert not background.answer(both[1].key(20)).warm
    assert found_map(background, both[1], 10).frame.xy is background.answer(both[1].key(20)).xy
    background.want(want_history(background, both, 20))
    assert background.answer(both[1].key(10)).warm and both[0].steps == (0,)


def test_at_rest_one_map_is_laid_out_afresh_over_that_of_the_training_and_the_others_follow_it(snapshots):
    background, (live,) = InlineBackground(), sheets(snapshots, "z")
    rest = replace(live, reference=10)
    background.want(want_maps(background, [live], 0) + want_maps(background, [live], 10))
    background.want(want_maps(background, [rest], 10) + want_history(background, [rest], 10))
    moving, still, other = (
        background.answer(live.key(10)),
        background.answer(rest.key(10)),
        background.answer(rest.key(0)),
    )
    assert moving.warm and moving.total == 100 and not still.warm and still.total == 200 and other.warm
    nearest = align(still.xy, moving.xy, scale=True)
    assert np.linalg.norm(still.xy - moving.xy) < 1.001 * np.linalg.norm(nearest - moving.xy)


def test_training_goes_on_from_the_map_of_the_rest(snapshots):
    background, (live,) = InlineBackground(), sheets(snapshots, "z")
    background.want(want_maps(background, [replace(live, reference=0)], 0))
    background.want(want_maps(background, [live], 10))
    assert background.answer(live.key(10)).warm


def test_the_step_shown_is_the_newest_that_has_settled(snapshots):
    background, both = InlineBackground(), sheets(snapshots, "mu", "z")
    assert settled_step(background, both, 20) is None
    background.want(want_maps(background, both, 10))
    assert settled_step(background, both, 20) == 10
    background.want(want_trust(background, both, 10))
    assert 0 < trust_of(background, both[0], 10).trustworthiness <= 1


def test_while_the_first_map_settles_a_newer_step_shows_it(snapshots):
    background, (sheet,) = InlineBackground(), sheets(snapshots, "z")
    assert found_map(background, sheet, 20) is None and settling_step(background, [sheet]) is None
    frame = next(want_maps(background, [sheet], 10)[0].make())
    background._now = (sheet.key(10), frame)
    assert found_map(background, sheet, 20) == (frame, 10, SETTLING) and settling_step(background, [sheet]) == 10


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


def test_a_caption_says_what_is_drawn_and_that_a_sketch_is_one(snapshots):
    background, (sheet,) = InlineBackground(), sheets(snapshots, "z")
    background.want(want_sketches([sheet], 20))
    assert what_is_drawn(sheet, found_map(background, sheet, 20)) == (
        "PCA of z at step 20, until the t-SNE has settled"
    )
    background._now = (sheet.key(10), next(want_maps(background, [sheet], 10)[0].make()))
    said = what_is_drawn(sheet, found_map(background, sheet, 20))
    assert said.startswith("t-SNE of z at step 10: perplexity 5") and "still moving" in said
    background.want(want_maps(background, [sheet], 20))
    said = what_is_drawn(sheet, found_map(background, sheet, 20))
    assert said.startswith("t-SNE of z at step 20: ") and "moving" not in said


@pytest.mark.parametrize("method", ["tsne", "pca"])
def test_of_too_many_items_a_sample_is_laid_out_and_it_is_said(snapshots, monkeypatch, method):
    monkeypatch.setattr("app.pages.embeddings.maps.MANY_ITEMS", 30)
    monkeypatch.setattr("app.pages.embeddings.maps.MOST_LAID_OUT", 20)
    (sheet,) = sheets(snapshots, "z", method=method)
    background = InlineBackground()
    background.want(want_maps(background, [sheet], 20))
    background.want(want_trust(background, [sheet], 20))
    found = found_map(background, sheet, 20)
    assert found.frame.xy.shape == (34, 2) and len(sheet.laid_out) == 20
    expected = trust(snapshots[20]["z"][sheet.laid_out], found.frame.xy[sheet.laid_out])
    assert trust_of(background, sheet, 20) == expected
    assert "20 of 34 nodes" in sample_words(sheet)


def test_of_few_items_all_are_laid_out(snapshots):
    (sheet,) = sheets(snapshots, "z")
    assert sheet.laid_out is None and sample_words(sheet) == ""
