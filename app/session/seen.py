"""Seen: the frame that a visitor sees now, and the way to the one that a link asks for."""

from __future__ import annotations

from app.session.content_key import graphs_key
from app.session.frame_link import MOST_PICKS, Frame
from app.session.live_run import LiveRun
from app.session.recipe import Recipe
from app.session.tape import FAST, NORMAL
from app.session.visit import Visit

ENDED = ("done", "diverged")
BEYOND = "The link shows step {:,}, but this run ends at step {:,}, which is shown."
NO_ITEMS = "The link picks items that {} does not have; those are left out."
ON_ITS_WAY = "The run of this link is not here, so it is trained to step {:,}: the same numbers again."
MANY_PICKED = "The address holds the first {:,} of the {:,} picked."


def seen(here: Visit) -> Frame:
    """What the pages show now; what a link asked for, until that is there."""
    if still_arriving(here):
        return here.arriving[0]
    live_run, step = here.current, shown_step(here)
    usual = NORMAL if live_run is None or live_run.choice is None else FAST
    about = {"tempo": here.tempo if here.tempo != usual else "", "looks": here.looks}
    if step is None or live_run.recipe is None or not live_run.recipe.for_all:
        return Frame(**about)
    return Frame(live_run.recipe, step, overlays_at_rest(here), picked(here), **about)


def shown_step(here: Visit) -> int | None:
    """The step at which the run shown rests, or at which the visitor looks; None while it moves."""
    live_run = here.current
    if live_run is None or live_run.view.step is None or here.replaying or here.opening:
        return None
    if here.looked is not None:
        return here.looked
    return live_run.view.step.index if live_run.rests else None


def overlays_at_rest(here: Visit) -> tuple[tuple[Recipe, int], ...]:
    """Those over the curves that have a step to name: where they rest, or are to."""
    over = [(each.recipe, each.view.step.index if each.rests else each.aim) for each in here.overlaid()]
    return tuple((recipe, step) for recipe, step in over if recipe is not None and recipe.for_all and step is not None)


def picked(here: Visit) -> tuple[int, ...]:
    """The picked items of the data that is shown."""
    return here.picks.of(graphs_key(here.current.view.graphs)) if here.picks.ids else ()


def open_frame(here: Visit, frame: Frame) -> None:
    """Show what a link asks for: on a run of this visit, or on one like it that is trained to that step."""
    here.looks = {**here.looks, **frame.looks}
    if frame.run is not None:
        here.overlay = [reached(here, recipe, step) for recipe, step in frame.overlays]
        live_run = reached(here, frame.run, frame.step)
        here.show(live_run)
        here.arriving = (frame, live_run)
    elif frame.tempo:
        here.set_tempo(frame.tempo)


def reached(here: Visit, recipe: Recipe, step: int) -> LiveRun:
    """A run of this visit that has this step to show, or a new one on its way to it."""
    for live_run in reversed(here.live_runs):
        if recipe.same(live_run.recipe) and (step in live_run.view.kept or live_run.aim == step):
            return live_run
    return here.follow(recipe, step)


def still_arriving(here: Visit) -> bool:
    """Whether the frame of a link is waited for; not any more once the visitor has gone elsewhere."""
    if here.arriving is not None and here.current is not here.arriving[1]:
        here.arriving = None
    return here.arriving is not None


def arrive(here: Visit) -> None:
    """Where the run of a link's frame has come to its step, look at it, pick its items, take its tempo."""
    if not still_arriving(here):
        return
    frame, live_run = here.arriving
    if live_run.busy and frame.step not in live_run.view.kept:
        return
    here.arriving = None
    if live_run.view.step is None:
        return
    here.look(frame.step)
    last, graphs = live_run.view.step.index, live_run.view.graphs
    if frame.step > last and live_run.view.status in ENDED:
        here.problems.append(BEYOND.format(frame.step, last))
    if frame.picks:
        here.pick(frame.picks, graphs_key(graphs), graphs.num_items)
    if len(here.picks.ids) < len({*frame.picks}):
        here.problems.append(NO_ITEMS.format(graphs.name))
    if frame.tempo:
        here.set_tempo(frame.tempo)


def arriving_words(here: Visit) -> str:
    """What the visitor waits for, if it is the run of a link; or what its address cannot hold."""
    if still_arriving(here):
        return ON_ITS_WAY.format(here.arriving[0].step)
    many = len(here.picks.ids)
    return MANY_PICKED.format(MOST_PICKS, many) if many > MOST_PICKS else ""
