"""Settings form: the widgets that make a Choice. Each dataset, method and preset keeps its own values."""

from __future__ import annotations

from dataclasses import Field, replace
from typing import Any

import streamlit as st

from app.plain_text import plain
from app.session.choice import DEFAULT_DATASET, Choice, knobs_of, presets_of, read_link
from app.session.frame_link import KEPT, write_frame
from app.session.seen import seen
from app.session.visit import Visit
from app.terms import say
from igcl_core import DATASETS, METHODS, DatasetCard, Settings

TAUS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
SHOWN = ("epochs", "seed")
FORM = "form"


def choose(here: Visit) -> tuple[Choice, list[str]]:
    """Draw the widgets; what they say now, and what was wrong with the link or with a value."""
    start, problems = linked(here)
    cards = {**{name: source.card for name, source in here.own.items()}, **DATASETS}
    first = list(cards).index(start.dataset if start.dataset in cards else DEFAULT_DATASET)
    titles = {name: card.title for name, card in cards.items()}
    dataset = st.selectbox("Graph", list(cards), first, format_func=titles.get, key=f"dataset{form()}")
    describe(cards[dataset], here.brings(dataset))
    method = _method(cards[dataset], start)
    kind = _kind(dataset, method, start)
    base = Choice(dataset, kind, {}, method, here.own.get(dataset))
    same = (start.where, start.kind) == (base.where, kind)
    choice = replace(base, changes=_settings(base, start.settings if same else base.settings))
    try:
        _ = choice.settings
    except ValueError as problem:
        return base, [*problems, str(problem)]
    return choice, problems


def linked(here: Visit) -> tuple[Choice, list[str]]:
    """What the widgets start from: the link this session was opened with, or what was chosen before leaving them."""
    if "linked" not in st.session_state:
        st.session_state.linked = read_link(st.query_params.to_dict(), here.opens_on, own=here.own)
    return st.session_state.linked


def keep_for_return(choice: Choice) -> None:
    """Streamlit forgets widgets that another page does not draw: have them start from this choice again."""
    st.session_state.linked = (choice, [])


def form() -> str:
    """What is added to the keys of the widgets, so that those of a run that was opened are others than before."""
    return st.session_state.get(FORM, "")


def choose_as(choice: Choice) -> None:
    """Have the widgets say this choice from the next drawing on."""
    st.session_state[FORM] = f"/{int(form()[1:] or 0) + 1}"
    keep_for_return(choice)


def share_link(here: Visit) -> None:
    """Keep the address of the page in step with all that is seen; nothing in it is the visitor's own."""
    now = st.query_params.to_dict()
    query = write_frame(seen(here), here.choice or Choice()) | {name: now[name] for name in KEPT if name in now}
    if now != query:
        st.query_params.from_dict(query)


def _method(card: DatasetCard, start: Choice) -> str:
    """The methods that can work on this graph; why the others cannot is said beside the choice."""
    refusals = {name: method.refusal(card) for name, method in METHODS.items()}
    names = [name for name, refusal in refusals.items() if refusal is None]
    first = names.index(start.method) if start.method in names else 0
    about = [f"**{METHODS[name].title}**: {METHODS[name].about}" for name in names]
    about += [plain(refusal) for refusal in refusals.values() if refusal is not None]
    return st.selectbox(
        "Method", names, first, key=f"method/{card.name}{form()}", format_func=lambda name: METHODS[name].title,
        help="\n\n".join(about),
    )  # fmt: skip


def _kind(dataset: str, method: str, start: Choice) -> str:
    kinds = presets_of(dataset, method)
    if len(kinds) == 1:
        return kinds[0]
    first = kinds.index(start.kind) if start.where == (dataset, method) else 0
    return st.selectbox("Preset", kinds, first, key=f"preset/{dataset}/{method}{form()}", format_func=str.capitalize)


def describe(card: DatasetCard, brought: bool) -> None:
    """A graph in a line, and whether its data is here."""
    counts = f"{card.nodes:,} nodes" if card.task == "node" else f"{card.graphs:,} graphs"
    words = [counts, f"{card.edges:,} edges", f"{card.classes} classes"]
    if card.homophily is not None:
        words.append(f"homophily {card.homophily:.2f}")
    words.append("on this machine" if brought or card.available() else "fetched when you press Play")
    about = "\n\n".join(filter(None, (card.description, card.shows, card.source)))
    say(" · ".join(words), "homophily", small=True, more=about)


def _settings(base: Choice, start: Settings) -> dict[str, Any]:
    """What is changed from the preset: the temperature first, where the method has one, and all else folded away."""
    preset, knobs = base.settings, knobs_of(base.method)
    place = "/".join((*base.where, base.kind)) + form()
    values = {"tau": _temperature(knobs["tau"], preset.tau, start.tau, place)} if "tau" in preset.headline else {}
    for name, column in zip(SHOWN, st.columns(2), strict=True):
        with column:
            values[name] = _widget(knobs[name], getattr(start, name), place)
    rest = [name for name in knobs if name not in values and name not in METHODS[base.method].fixed]
    with st.expander("More settings"):
        for group in dict.fromkeys(knobs[name].metadata["group"] for name in rest):
            st.caption(group)
            of_group = [name for name in rest if knobs[name].metadata["group"] == group]
            values |= {name: _widget(knobs[name], getattr(start, name), place) for name in of_group}
    return {name: value for name, value in values.items() if value != getattr(preset, name)}


def _temperature(knob: Field, usual: float, value: float, place: str) -> float:
    options = sorted({*TAUS, usual, value})
    return st.select_slider("Temperature τ (logarithmic)", options, value, key=f"tau/{place}", help=help_of(knob))


def _widget(knob: Field, value: Any, place: str) -> Any:
    """The widget of one setting, by its type and range."""
    about, key = knob.metadata, f"{knob.name}/{place}"
    if about["choices"]:
        options = about["choices"]
        return st.selectbox(about["label"], options, options.index(value), key=key, help=help_of(knob))
    number = type(value)
    low = about["low"] if about["low"] is not None else about["above"]
    high = about["high"]
    step, shape = (1, "%d") if number is int else (None, "%.6g")
    return st.number_input(
        about["label"],
        min_value=None if low is None else number(low),
        max_value=None if high is None else number(high),
        value=value,
        step=step,
        format=shape,
        key=key,
        help=help_of(knob),
    )


def help_of(knob: Field) -> str:
    """What the setting does, its symbol in the paper, and its name in code, links and files."""
    symbol = f"{knob.metadata['symbol']} in the paper, " if knob.metadata["symbol"] else ""
    return f"{knob.metadata['help']} ({symbol}`{knob.name}` in code.)"
