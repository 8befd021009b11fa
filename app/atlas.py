"""Atlas: the maps of a run's spaces at all kept steps, each laid out from the one nearest to it in time."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, replace

import numpy as np
from scipy import sparse

from app.desk import Desk, Want, once
from app.digest import digest
from igcl_core import Graphs
from igcl_core.kept import Arrays
from igcl_core.layout import Frame, Separation, Trust, plane, project, separation, trust
from igcl_core.spaces import SPACES, space


@dataclass(frozen=True)
class Sheet:
    """Maps of one space of a run at all its kept steps, made one way.

    While a run trains, each map starts from the one before and hardly moves. Of a run at rest the map of one step, its
    `reference`, is laid out afresh, as well as can be, and the others start from that.
    """

    graphs: Graphs
    snapshots: Mapping[int, Arrays]
    space: str
    method: str
    parameters: tuple[tuple[str, float], ...] = ()
    seed: int = 0
    reference: int | None = None

    @property
    def steps(self) -> tuple[int, ...]:
        """The steps with a map of their own: one for a space that does not train."""
        return tuple(sorted(self.snapshots)) if SPACES[self.space].trains else (min(self.snapshots),)

    def step(self, step: int) -> int:
        return step if SPACES[self.space].trains else min(self.snapshots)

    def rows(self, step: int) -> np.ndarray | sparse.csr_matrix:
        """The true space at a step."""
        return space(self.graphs, self.snapshots, self.space, self.step(step))

    def key(self, step: int) -> Hashable:
        """By content: equal embeddings have one map, whatever run or step they come from."""
        trains = SPACES[self.space].trains
        reference = digest(self.rows(self.reference)) if trains and self.reference is not None else None
        return ("map", digest(self.rows(step)), self.method, self.parameters, self.seed, reference)


def want_sketches(sheets: list[Sheet], step: int) -> list[Want]:
    """Principal planes: something to see at once."""
    return [Want(_sketch_key(sheet, step), once(lambda s=sheet: plane(s.rows(step)))) for sheet in sheets]


def want_maps(desk: Desk, sheets: list[Sheet], step: int) -> list[Want]:
    """The maps of a step."""
    return [_map(desk, sheet, sheet.step(step)) for sheet in sheets]


def want_trust(desk: Desk, sheets: list[Sheet], step: int) -> list[Want]:
    """How far to trust settled maps, and how far apart the classes are in the spaces they show."""
    wants = [_trust(desk, sheet, step) for sheet in sheets if desk.answer(sheet.key(step)) is not None]
    return wants + [_separation(sheet, step) for sheet in sheets if sheet.graphs.num_classes > 1]


def want_history(desk: Desk, sheets: list[Sheet], step: int) -> list[Want]:
    """The maps of all other steps, from near to far."""
    others = [(abs(other - step), number, other) for number, sheet in enumerate(sheets) for other in sheet.steps]
    return [_map(desk, sheets[number], other) for _, number, other in sorted(others) if other != step]


def settled_step(desk: Desk, sheets: list[Sheet], step: int) -> int | None:
    """This step if its maps have settled, else the newest step whose maps have."""
    for other in (step, *sorted(sheets[0].snapshots, reverse=True)):
        if all(desk.answer(sheet.key(other)) is not None for sheet in sheets):
            return other
    return None


def _sketch_key(sheet: Sheet, step: int) -> Hashable:
    return ("plane", digest(sheet.rows(step)))


def _map(desk: Desk, sheet: Sheet, step: int) -> Want:
    def settle() -> Iterator[Frame]:
        start, afresh = _start(desk, sheet, step)
        about = {"start": start, "afresh": afresh, "seed": sheet.seed, **dict(sheet.parameters)}
        for frame in project(sheet.rows(step), sheet.method, **about):
            yield replace(frame, xy=frame.xy.astype(np.float32), state={})

    return Want(sheet.key(step), settle)


def _start(desk: Desk, sheet: Sheet, step: int) -> tuple[np.ndarray | None, bool]:
    """Where a map begins, and whether it is only the arrangement that is kept.

    At the map nearest in time; the first one of a rest at the one that followed the training, to be laid out afresh;
    the first one of a training at one of a rest before it.
    """
    near = nearest(desk, sheet, step)
    if near is not None:
        return near, False
    if sheet.reference is not None:
        followed = nearest(desk, replace(sheet, reference=None), step)
        return followed, followed is not None
    rests = (desk.answer(replace(sheet, reference=rest).key(rest)) for rest in sorted(sheet.steps, reverse=True))
    return next((frame.xy for frame in rests if frame is not None), None), False


def nearest(desk: Desk, sheet: Sheet, step: int) -> np.ndarray | None:
    """The layout of the step nearest to this one that has one."""
    for other in sorted(sheet.steps, key=lambda other: abs(other - step)):
        frame = desk.answer(sheet.key(other))
        if frame is not None:
            return frame.xy
    return None


def frame_of(desk: Desk, sheet: Sheet, step: int) -> Frame | None:
    """The map of a step: settled, settling, that of the step nearest in time, or a principal plane; None before all."""
    near = [sheet.step(step), *sorted(sheet.steps, key=lambda other: abs(other - step))]
    keys = [sheet.key(other) for other in near]
    ways = [desk.answer(keys[0]), desk.so_far(keys[0]), *map(desk.answer, keys), *map(desk.so_far, keys)]
    sketches = (desk.answer(_sketch_key(sheet, other)) for other in near)
    ways += [None if sketch is None else Frame(sketch.xy.astype(np.float32), 0, 1) for sketch in sketches]
    return next((frame for frame in ways if frame is not None), None)


def settling_step(desk: Desk, sheets: list[Sheet]) -> int | None:
    """The step whose map is under way."""
    steps = (step for sheet in sheets for step in sheet.steps if desk.so_far(sheet.key(step)) is not None)
    return next(steps, None)


def variance_share(desk: Desk, sheet: Sheet, step: int) -> float | None:
    """The share of variance its principal plane holds."""
    sketch = desk.answer(_sketch_key(sheet, step))
    return None if sketch is None else sketch.share


def film_frames(desk: Desk, sheet: Sheet) -> dict[int, np.ndarray]:
    """The settled maps by step."""
    frames = {step: desk.answer(sheet.key(step)) for step in sheet.steps}
    return {step: frame.xy for step, frame in frames.items() if frame is not None}


def _trust(desk: Desk, sheet: Sheet, step: int) -> Want:
    return Want(("trust", sheet.key(step)), once(lambda: trust(sheet.rows(step), desk.answer(sheet.key(step)).xy)))


def trust_of(desk: Desk, sheet: Sheet, step: int) -> Trust | None:
    return desk.answer(("trust", sheet.key(step)))


def _separation(sheet: Sheet, step: int) -> Want:
    key = ("separation", digest(sheet.rows(step)))
    return Want(key, once(lambda: separation(sheet.rows(step), sheet.graphs.y)))


def separation_of(desk: Desk, sheet: Sheet, step: int) -> Separation | None:
    return desk.answer(("separation", digest(sheet.rows(step))))
