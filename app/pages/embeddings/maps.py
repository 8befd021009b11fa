"""Maps: those of a space at all kept steps, each laid out from the one nearest to it in time."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

import numpy as np
from scipy import sparse

from app.pages.embeddings.explored import Explored
from app.session.background import Background, Want, once
from app.session.content_key import content_key
from igcl_core.analysis import Space, rows_of
from igcl_core.analysis.gaussians import by_class
from igcl_core.layout import ClassesApart, Frame, Trust, classes_apart, plane, project, project_placed, trust

MANY_ITEMS, MOST_LAID_OUT = 30_000, 5_000
SETTLED, SETTLING, SKETCH = "settled", "settling", "sketch"


@dataclass(frozen=True)
class Sheet:
    """Maps of one space at all its kept steps, made one way.

    While a run trains, each map starts from the one before and hardly moves. Of a run at rest the map of one step, its
    `reference`, is laid out afresh, as well as can be, and the others start from that.
    """

    explored: Explored
    name: str
    method: str
    parameters: tuple[tuple[str, float], ...] = ()
    seed: int = 0
    reference: int | None = None

    @property
    def space(self) -> Space:
        return self.explored.spaces[self.name]

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps with a map of their own: one for a space that does not train."""
        kept = sorted(self.explored.snapshots)
        return tuple(kept) if self.space.trains else (kept[0],)

    def step(self, step: int) -> int:
        return step if self.space.trains else min(self.explored.snapshots)

    def title(self, step: int) -> str:
        """The space, and the step where that makes a difference."""
        return f"{self.space.title} at step {step}" if self.space.trains else self.space.title

    def rows(self, step: int) -> np.ndarray | sparse.csr_matrix:
        """The true space at a step."""
        return rows_of(self.space, self.explored.snapshots, self.step(step), self.explored.graphs)

    @cached_property
    def laid_out(self) -> np.ndarray | None:
        """The items whose neighbours are looked at where there are too many for all, each class with its share; the
        others are placed among them. None means all."""
        items, y = self.explored.items, self.explored.y
        return by_class(np.zeros(items, np.int64) if y is None else y, MOST_LAID_OUT) if items > MANY_ITEMS else None

    def measured(self, step: int) -> np.ndarray | sparse.csr_matrix:
        """The rows of the true space that numbers about neighbours and classes are of."""
        return self.rows(step) if self.laid_out is None else self.rows(step)[self.laid_out]

    def key(self, step: int) -> Hashable:
        """By content: equal embeddings have one map, whatever run or step they come from."""
        rest = self.space.trains and self.reference is not None
        reference = content_key(self.rows(self.reference)) if rest else None
        return ("map", content_key(self.rows(step)), self.method, self.parameters, self.seed, reference)


def want_sketches(sheets: Sequence[Sheet], step: int) -> list[Want]:
    """Principal planes: something to see at once."""
    return [Want(_sketch_key(sheet, step), once(lambda s=sheet: plane(s.rows(step)))) for sheet in sheets]


def want_maps(background: Background, sheets: Sequence[Sheet], step: int) -> list[Want]:
    """The maps of a step."""
    return [_map(background, sheet, sheet.step(step)) for sheet in sheets]


def want_trust(background: Background, sheets: Sequence[Sheet], step: int) -> list[Want]:
    """How far to trust settled maps, and how far apart the classes are in the spaces they show."""
    wants = [_trust(background, sheet, step) for sheet in sheets if background.answer(sheet.key(step)) is not None]
    return wants + [_separation(sheet, step) for sheet in sheets if sheet.explored.num_classes > 1]


def want_history(background: Background, sheets: Sequence[Sheet], step: int) -> list[Want]:
    """The maps of all other steps, from near to far."""
    others = [(abs(other - step), number, other) for number, sheet in enumerate(sheets) for other in sheet.steps]
    return [_map(background, sheets[number], other) for _, number, other in sorted(others) if other != step]


def settled_step(background: Background, sheets: Sequence[Sheet], step: int) -> int | None:
    """This step if its maps have settled, else the newest step whose maps have."""
    for other in (step, *sorted(sheets[0].explored.snapshots, reverse=True)):
        if all(background.answer(sheet.key(other)) is not None for sheet in sheets):
            return other
    return None


def _sketch_key(sheet: Sheet, step: int) -> Hashable:
    return ("plane", content_key(sheet.rows(step)))


def _map(background: Background, sheet: Sheet, step: int) -> Want:
    def settle() -> Iterator[Frame]:
        start, afresh = _start(background, sheet, step)
        about = {"start": start, "afresh": afresh, "seed": sheet.seed, **dict(sheet.parameters)}
        for frame in _frames(sheet, step, about):
            yield replace(frame, xy=frame.xy.astype(np.float32))

    return Want(sheet.key(step), settle)


def _frames(sheet: Sheet, step: int, about: dict) -> Iterator[Frame]:
    """Of all items at once where they are not too many; a principal plane is quick for any number."""
    if sheet.laid_out is None or sheet.method == "pca":
        return project(sheet.rows(step), sheet.method, **about)
    return project_placed(sheet.rows(step), sheet.laid_out, sheet.method, **about)


def _start(background: Background, sheet: Sheet, step: int) -> tuple[np.ndarray | None, bool]:
    """Where a map begins, and whether it is only the arrangement that is kept.

    At the map nearest in time; the first one of a rest at the one that followed the training, to be laid out afresh;
    the first one of a training at one of a rest before it.
    """
    near = nearest(background, sheet, step)
    if near is not None:
        return near, False
    if sheet.reference is not None:
        followed = nearest(background, replace(sheet, reference=None), step)
        return followed, followed is not None
    rests = (background.answer(replace(sheet, reference=rest).key(rest)) for rest in sorted(sheet.steps, reverse=True))
    return next((frame.xy for frame in rests if frame is not None), None), False


def nearest(background: Background, sheet: Sheet, step: int) -> np.ndarray | None:
    """The layout of the step nearest to this one that has one."""
    for other in sorted(sheet.steps, key=lambda other: abs(other - step)):
        frame = background.answer(sheet.key(other))
        if frame is not None:
            return frame.xy
    return None


class Found(NamedTuple):
    """A map that can be drawn, the step it is of, and whether it has settled, still settles or is but a sketch."""

    frame: Frame
    step: int
    state: str


def found_map(background: Background, sheet: Sheet, step: int) -> Found | None:
    """The map of a step: settled, settling, that of the step nearest in time, or a principal plane; None before all."""
    near = [sheet.step(step), *sorted(sheet.steps, key=lambda other: abs(other - step))]
    settled = ((background.answer(sheet.key(other)), other, SETTLED) for other in near)
    settling = ((background.so_far(sheet.key(other)), other, SETTLING) for other in near)
    sketches = ((_sketch(background, sheet, other), other, SKETCH) for other in near)
    ways = [next(settled), next(settling), *settled, *settling, *sketches]
    return next((Found(*way) for way in ways if way[0] is not None), None)


def _sketch(background: Background, sheet: Sheet, step: int) -> Frame | None:
    found = background.answer(_sketch_key(sheet, step))
    return None if found is None else Frame(found.xy.astype(np.float32), 0, 1)


def settling_step(background: Background, sheets: Sequence[Sheet]) -> int | None:
    """The step whose map is under way."""
    steps = (step for sheet in sheets for step in sheet.steps if background.so_far(sheet.key(step)) is not None)
    return next(steps, None)


def variance_share(background: Background, sheet: Sheet, step: int) -> float | None:
    """The share of variance its principal plane holds."""
    sketch = background.answer(_sketch_key(sheet, step))
    return None if sketch is None else sketch.share


def film_frames(background: Background, sheet: Sheet) -> dict[int, np.ndarray]:
    """The settled maps by step."""
    frames = {step: background.answer(sheet.key(step)) for step in sheet.steps}
    return {step: frame.xy for step, frame in frames.items() if frame is not None}


def _trust(background: Background, sheet: Sheet, step: int) -> Want:
    def measure() -> Trust:
        xy = background.answer(sheet.key(step)).xy
        return trust(sheet.measured(step), xy if sheet.laid_out is None else xy[sheet.laid_out])

    return Want(("trust", sheet.key(step)), once(measure))


def trust_of(background: Background, sheet: Sheet, step: int) -> Trust | None:
    return background.answer(("trust", sheet.key(step)))


def hopeless(background: Background, sheet: Sheet, step: int) -> bool:
    """Whether there will never be a number for this map: it, or its trust, could not be computed."""
    return any(background.problem(key) is not None for key in (sheet.key(step), ("trust", sheet.key(step))))


def _separation(sheet: Sheet, step: int) -> Want:
    y = sheet.explored.y if sheet.laid_out is None else sheet.explored.y[sheet.laid_out]
    return Want(_separation_key(sheet, step), once(lambda: classes_apart(sheet.measured(step), y)))


def _separation_key(sheet: Sheet, step: int) -> Hashable:
    return ("separation", content_key(sheet.rows(step)), content_key(sheet.explored.y))


def separation_of(background: Background, sheet: Sheet, step: int) -> ClassesApart | None:
    """None before it is known, and where there are no classes to set apart."""
    return None if sheet.explored.y is None else background.answer(_separation_key(sheet, step))
