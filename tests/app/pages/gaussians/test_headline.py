"""The headline says what the numbers say, also where contrast does not help."""

from types import SimpleNamespace

import numpy as np
import pytest

from app.pages.gaussians.headline import headline
from igcl_core.analysis.gaussians.class_overlap import ClassOverlap
from igcl_core.analysis.gaussians.stages import Stage

SCENE = SimpleNamespace(item="node", now=40, before=60, view=SimpleNamespace(settings=SimpleNamespace(contrasts=True)))
STAGES = (Stage("VGAE", 60, "mu"), Stage("untrained z", 60, "z"), Stage("z", 160, "z"))


def state(within: float, between: float) -> SimpleNamespace:
    return SimpleNamespace(overlap=ClassOverlap(within, between, 0.5 * within, np.eye(2)))


def said(*overlaps: tuple[float, float]):
    return headline({stage: state(*each) for stage, each in zip(STAGES, overlaps, strict=False)}, SCENE)


@pytest.mark.parametrize(
    ("now", "better", "words"),
    [
        ((0.4, 0.05), 1.0, "contrast has pulled them apart"),
        ((0.4, 0.2), -0.5, "here contrast does not help"),
        ((0.4, 0.101), -0.0099, "contrast has changed next to nothing"),
    ],
)
def test_the_sentence_follows_the_number(now, better, words):
    found = said((0.4, 0.1), (0.4, 0.4), now)
    assert found.better == pytest.approx(better, abs=1e-4) and words in found.words
    assert found.value.startswith("4× → ") and "(VGAE at step 60) it was 4×" in found.words
    assert found.words.endswith("The embeddings z themselves began, untrained, at 1×.")


def test_before_contrasting_there_is_one_number_and_no_judgement():
    found = said((0.4, 0.1))
    assert found.value == "4×" and found.better is None
    assert found.words.endswith("That is before contrasting (VGAE at step 60, after step 40 that is shown).")


def test_without_classes_the_overlap_of_any_two_counts_and_less_is_better():
    nan = float("nan")
    found = said((0.4, nan), (0.8, nan), (0.2, nan))
    assert (found.label, found.value) == ("How much two nodes overlap", "0.2 → 0.1")
    assert found.better == pytest.approx(1.0) and "pulled them apart" in found.words
