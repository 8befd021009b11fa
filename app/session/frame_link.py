"""Frame link: all that is seen, in the query of a link; and what a link asks to be seen, whatever it may say.

Beside the choice (choice.py) it holds, where they say something: `step`; `run`, where the run shown is not what is
chosen; `overlay`, `picks`, `tempo`, and how maps are drawn. A run is written by what differs from the choice, then by
each step at which it turned and what changed there, after a ">": "tau:0.5>30,tau:0.1". Nothing in it is the sender's.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.session.choice import Choice, as_text, only_live, read_link, read_settings, write_link
from app.session.recipe import Recipe, Turn
from app.session.tape import FAST, NORMAL, SLOW
from igcl_core import Settings

TEMPOS = {"slow": SLOW, "1x": NORMAL, "full": FAST}
LOOKS = ("before", "after", "map", "color", "map_seed", "perplexity", "iterations", "n_neighbors", "min_dist")
KEPT = ("mode", "beside")  # keys of a page's own, which stay as they are
MOST_PICKS, MOST_OVERLAYS, MOST_TURNS = 500, 4, 8
MOST_STEPS, LONGEST, LONGEST_LOOK = 10_000_000, 4_000, 100


@dataclass(frozen=True)
class Frame:
    """A run at a step, others over its curves as far as they had come, what is picked, the tempo, how maps are drawn.

    Without a run, as while it plays, only tempo and maps.
    """

    run: Recipe | None = None
    step: int = 0
    overlays: tuple[tuple[Recipe, int], ...] = ()
    picks: tuple[int, ...] = ()
    tempo: str = ""
    looks: Mapping[str, str] = field(default_factory=dict)


def write_frame(frame: Frame, choice: Choice) -> dict[str, str]:
    """The query of a link to this frame, with this chosen."""
    query = write_link(choice) | {name: frame.looks[name] for name in LOOKS if name in frame.looks}
    words = [word for word, tempo in TEMPOS.items() if tempo == frame.tempo]
    query |= {"tempo": words[0]} if words else {}
    if frame.run is None:
        return query
    overlays = ";".join(f"{write_run(run, choice)}@{step}" for run, step in frame.overlays[:MOST_OVERLAYS])
    parts = {"run": write_run(frame.run, choice), "step": str(frame.step), "overlay": overlays}
    parts["picks"] = ",".join(map(str, frame.picks[:MOST_PICKS]))
    return query | {name: text for name, text in parts.items() if text}


def write_run(run: Recipe, choice: Choice) -> str:
    """A run by what differs from the choice; all of its own where data or method are others. Empty: as chosen."""
    start = run.start
    if start.where == choice.where:
        chosen = choice.settings.as_dict()
        first = {name: as_text(value) for name, value in start.settings.as_dict().items() if value != chosen[name]}
    else:
        first = {**write_link(start), "method": start.method}
    turns = [
        ",".join([str(turn.step), _pairs({name: as_text(value) for name, value in turn.changes.items()})]).rstrip(",")
        for turn in run.turns
    ]
    return ">".join([_pairs(first), *turns])


def _pairs(texts: Mapping[str, str]) -> str:
    return ",".join(f"{name}:{text}" for name, text in texts.items())


def read_frame(query: Mapping[str, str], choice: Choice) -> tuple[Frame, list[str]]:
    """The frame that a link asks for beside its choice, and a sentence for everything in it that cannot be."""
    problems: list[str] = []
    tempo = _tempo(query, problems)
    looks = {name: query[name] for name in LOOKS if 0 < len(query.get(name, "")) <= LONGEST_LOOK}
    problems += [
        f"The link's {name} is too long to be used." for name in LOOKS if len(query.get(name, "")) > LONGEST_LOOK
    ]
    try:
        frame = Frame(*_run(query, choice), _overlays(query, choice), _picks(query), tempo, looks)
        return (frame if frame.run is not None else Frame(tempo=tempo, looks=looks)), problems
    except ValueError as problem:
        return Frame(tempo=tempo, looks=looks), [*problems, f"What the link shows cannot be shown: {problem}"]


def _tempo(query: Mapping[str, str], problems: list[str]) -> str:
    word = query.get("tempo", "")
    if word and word not in TEMPOS:
        problems.append(f"The link's tempo must be one of {', '.join(TEMPOS)}, but {word[:LONGEST_LOOK]!r} came.")
    return TEMPOS.get(word, "")


def _run(query: Mapping[str, str], choice: Choice) -> tuple[Recipe | None, int]:
    if "step" not in query:
        return None, 0
    return read_run(query.get("run", ""), choice), _number("step", query["step"])


def _overlays(query: Mapping[str, str], choice: Choice) -> tuple[tuple[Recipe, int], ...]:
    texts = _parts("overlay", query.get("overlay", ""), ";", MOST_OVERLAYS)
    cut = [text.rpartition("@") for text in texts]
    return tuple((read_run(run, choice), _number("overlay's step", step)) for run, _, step in cut)


def _picks(query: Mapping[str, str]) -> tuple[int, ...]:
    return tuple(_number("picked item", text) for text in _parts("picks", query.get("picks", ""), ",", MOST_PICKS))


def read_run(text: str, choice: Choice) -> Recipe:
    """The run that a text describes; an error says what in it cannot be."""
    first, *turns = _parts("run", text, ">", MOST_TURNS + 1) or [""]
    asked = _named(first)
    start, problems = read_link(asked if "dataset" in asked else write_link(choice) | asked)
    unknown = [name for name in asked if name not in ("dataset", "method", "preset", *start.settings.as_dict())]
    problems += [f"There is no setting {name!r} in it." for name in unknown]
    if problems:
        raise ValueError(problems[0])
    run = Recipe(start)
    for turn in turns:
        run = Recipe(start, (*run.turns, _turn(turn, run)))
    return run


def _turn(text: str, run: Recipe) -> Turn:
    """The next turn of a run: later than those before, and of settings that may change on the way."""
    step, _, changes = text.partition(",")
    turn = Turn(_number("turn", step), _live_changes(_named(changes), run.settings))
    if run.turns and run.turns[-1].step >= turn.step:
        raise ValueError(
            f"the steps at which a run turns must rise, but {turn.step:,} came after {run.turns[-1].step:,}."
        )
    return turn


def _live_changes(asked: Mapping[str, str], settings: Settings) -> dict[str, Any]:
    problems = [f"there is no setting {name!r}." for name in asked if name not in settings.as_dict()]
    changes = {} if problems else read_settings(settings, asked, problems)
    if problems:
        raise ValueError(problems[0])
    if only_live(settings, settings.changed(**changes)) is None:
        raise ValueError(f"a run cannot change {', '.join(changes)} on its way.")
    return changes


def _named(text: str) -> dict[str, str]:
    """Names and values of a text like "tau:0.1,seed:3"."""
    pairs = [part.partition(":") for part in text.split(",") if part]
    if any(not colon for _, colon, _ in pairs):
        raise ValueError(f"a run is written like tau:0.1,seed:3, but {text[:LONGEST_LOOK]!r} came.")
    return {name: value for name, _, value in pairs}


def _parts(what: str, text: str, mark: str, most: int) -> list[str]:
    if len(text) > LONGEST:
        raise ValueError(f"{what} must be at most {LONGEST:,} characters long, but {len(text):,} came.")
    parts = text.split(mark) if text else []
    if len(parts) > most:
        raise ValueError(f"{what} must have at most {most} parts, but {len(parts):,} came.")
    return parts


def _number(what: str, text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > len(str(MOST_STEPS)) or int(text) > MOST_STEPS:
        raise ValueError(f"{what} must be a whole number up to {MOST_STEPS:,}, but {text[:LONGEST_LOOK]!r} came.")
    return int(text)
