"""Story: one sentence that says what is happening in a run now and why, from its own numbers."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from app.session.live_run import View
from app.session.picture import MEANS
from igcl_core import Step
from igcl_core.training import DONE, HEALTHY, RECONSTRUCTION, START, diagnose_run

SAME_YET = "No map knows its τ yet: the {} learns alone, the same in all of them, until contrast begins."
COMPARED = "At step {:,} the probe reads off z: {}."
UNTRAINED = "Nothing has learned yet{}."
UNTRAINED_PROBE = ": the probe reads {:.1%} off {}"
REBUILDING = "The VGAE learns to rebuild the graph, so linked {}s move together{}."
REBUILDING_ITEMS = "The VAE learns to rebuild every item's own numbers, so items that are alike move together{}."
LOSS = ": loss {:.2f} nats per {}, untrained {:.2f}"
LIFTED = "Contrast has lifted the probe from {:.1%} ({}'s mean, step {:,}{}) to {:.1%} (z, step {:,}){}."
BY_CHANCE = ", which {:,} test {}s cannot tell from chance"
NO_HELP = "Here contrast does not help: probe {:.1%} ({}'s mean, step {:,}{}) → {:.1%} (z, step {:,})."
SO_FAR = "Contrast pulls each z to its own Gaussian: probe {:.1%} so far (step {:,}), {}'s mean {:.1%} (step {:,}{})."
MOVED = ", now {:.1%}"
GOES_ON = "{}: the probe on z went from {:.1%} untrained to {:.1%} at step {:,}."
SAME = 0.0005
ERRORS = 2.0  # standard errors of a difference below which it may be chance


class Score(NamedTuple):
    """What a probe has read off an array at a step."""

    value: float
    step: int


def sentence(view: View) -> str:
    """What is happening now and why; where something is wrong with the run up to the step shown, that instead."""
    finding = diagnose_run(view.steps if view.looked is None else view.steps[: view.looked + 1], view.method)[0]
    wrong = f":material/warning: {finding.sentence} {finding.advice}"
    return story(view) if finding.kind == HEALTHY else wrong


def story(view: View) -> str:
    """The sentence for the step that is shown."""
    steps = view.steps if view.looked is None else view.steps[: view.looked + 1]
    if steps[-1].phase == START:
        return untrained(view, steps[-1])
    if view.method.follows_with(view.settings, steps[-1]) == MEANS:
        return rebuilding(view, steps)
    before, now = score_of_means(view, steps), latest(steps, "probe_test")
    if before is not None and now is not None and now.step >= before.step:
        return compared(view, steps, before, now)
    return going_on(view, steps)


def beside_story(views: Sequence[View], looked: int | None) -> str:
    """The sentence for runs that differ in tau: their probes at the last step at which all have one."""
    last = min(view.step.index for view in views) if looked is None else looked
    seen = [view.steps[: last + 1] for view in views]
    if views[0].method.follows_with(views[0].settings, seen[0][-1]) == MEANS:
        return SAME_YET.format(learner(views[0]))
    probed = [{step.index for step in steps if "probe_test" in step.metrics} for steps in seen]
    common = max(set.intersection(*probed), default=None)
    if common is None:
        return ""
    scores = sorted(((view.steps[common].metrics["probe_test"], view.settings.tau) for view in views), reverse=True)
    return COMPARED.format(common, ", ".join(f"{score:.1%} with τ {tau:g}" for score, tau in scores))


def untrained(view: View, step: Step) -> str:
    """Before the first step."""
    array = view.method.follows_with(view.settings, step)
    metric = means_metric(view) if array == MEANS else "probe_test"
    if metric not in step.metrics:
        return UNTRAINED.format("")
    return UNTRAINED.format(UNTRAINED_PROBE.format(step.metrics[metric], "the means" if array == MEANS else "z"))


def rebuilding(view: View, steps: Sequence[Step]) -> str:
    """While what has the Gaussians trains alone."""
    told = [step.metrics["reconstruction"] for step in steps if "reconstruction" in step.metrics]
    of_graph = RECONSTRUCTION in view.method.shown_with(view.settings)
    loss = LOSS.format(told[-1], "pair" if of_graph else "item", told[0]) if len(told) > 1 else ""
    return REBUILDING.format(view.graphs.task, loss) if of_graph else REBUILDING_ITEMS.format(loss)


def learner(view: View) -> str:
    """What has the means: a VGAE, or a VAE where there is no graph."""
    return view.method.arrays[MEANS].split()[0]


def compared(view: View, steps: Sequence[Step], before: Score, now: Score) -> str:
    """z now against the VGAE's mean at the end of its warm-up."""
    who, since = learner(view), moved(before, latest(steps, means_metric(view)))
    if now.value > before.value:
        tests = len(view.graphs.split.test)
        doubt = BY_CHANCE.format(tests, view.graphs.task) if by_chance(before.value, now.value, tests) else ""
        return LIFTED.format(before.value, who, before.step, since, *now, doubt)
    if steps[-1].phase == DONE:
        return NO_HELP.format(before.value, who, before.step, since, *now)
    return SO_FAR.format(*now, who, *before, since)


def moved(before: Score, mean: Score) -> str:
    """A VGAE that trains on beside the contrast has no longer the mean that contrast began with."""
    return MOVED.format(mean.value) if abs(mean.value - before.value) > SAME else ""


def by_chance(before: float, now: float, tests: int) -> bool:
    """Whether two accuracies on so many items differ by less than two standard errors of their difference."""
    return now - before < ERRORS * math.sqrt((before * (1 - before) + now * (1 - now)) / max(tests, 1))


def going_on(view: View, steps: Sequence[Step]) -> str:
    """Where there is no VGAE alone to compare with: the phase, and z against the untrained z."""
    phase = next((step.phase for step in reversed(steps) if step.phase != DONE), START)
    said = {each.name: each.words for each in view.method.phases}.get(phase, "training goes on")
    said = said[0].upper() + said[1:]
    first, now = steps[0].metrics.get("probe_test"), latest(steps, "probe_test")
    return f"{said}." if first is None or now is None else GOES_ON.format(said, first, *now)


def means_metric(view: View) -> str:
    """The probe of the means: one beside that of z, or that of z where z is the mean."""
    beside = {each.array: each.metric for each in view.method.beside_with(view.settings)}
    return beside.get(MEANS, "probe_test")


def score_of_means(view: View, steps: Sequence[Step]) -> Score | None:
    """The last probe of the means before contrast; None where no trained VGAE was probed alone."""
    alone = [step for step in steps if step.index and view.method.follows_with(view.settings, step) == MEANS]
    return latest(alone, means_metric(view))


def latest(steps: Sequence[Step], metric: str) -> Score | None:
    return next((Score(step.metrics[metric], step.index) for step in reversed(steps) if metric in step.metrics), None)
