"""Choosing: the graph, the methods and the seed of a race, in step with the address of the page."""

from __future__ import annotations

import streamlit as st

from app.controls.settings_form import describe
from app.plain_text import plain
from app.session.choice import LARGEST
from app.session.race_choice import MOST, RACE, RaceChoice, able, methods_for, read_race, refusals, write_race
from app.session.visit import Visit
from igcl_core import DATASETS, METHODS, DatasetCard

GRAPH, SEED = "race-graph", "race-seed"
CHOSEN, ASKED, PROBLEMS = "race_chosen", "race_asked", "race_problems"
CHANGED = "Every method has its recommended preset for this graph. {}"
ONLY_SEED, NOTHING = "Changed in all: seed {}.", "Nothing in it is changed."


def choose_race(here: Visit) -> None:
    """Draw the widgets, and keep the address in step with them."""
    take_link(here)
    cards = cards_of(here)
    before: RaceChoice = st.session_state[CHOSEN]
    if st.session_state.get(GRAPH, before.dataset) not in cards:
        before = st.session_state[CHOSEN] = RaceChoice()
        put(before)
    st.session_state.setdefault(GRAPH, before.dataset)
    st.session_state.setdefault(SEED, before.seed)
    name = st.selectbox("Graph", list(cards), format_func=lambda name: cards[name].title, key=GRAPH)
    describe(cards[name], here.brings(name))
    choose_methods(name, cards[name], before)
    st.number_input("Seed", 0, LARGEST, step=1, key=SEED, help="All methods start from it.")
    chosen = st.session_state[CHOSEN] = chosen_now(here)
    st.caption(changed_words(chosen))
    share(chosen)


def choose_methods(dataset: str, card: DatasetCard, before: RaceChoice) -> None:
    """Those that can work on this graph, and why the others cannot."""
    key, can = methods_key(dataset), able(card)
    if key not in st.session_state:
        st.session_state[key] = list(methods_for(card, before.methods))
    about = "\n\n".join(f"**{METHODS[name].title}**: {METHODS[name].about}" for name in can)
    st.multiselect(
        f"Methods, up to {MOST}", can, key=key, format_func=lambda name: METHODS[name].title, max_selections=MOST,
        help=about, placeholder="Choose at least one",
    )  # fmt: skip
    cannot = refusals(card)
    if cannot:
        with st.expander(f"{len(cannot)} methods cannot race here"):
            st.caption("\n\n".join(map(plain, cannot.values())))


def methods_key(dataset: str) -> str:
    return f"race-methods/{dataset}"


def cards_of(here: Visit) -> dict[str, DatasetCard]:
    """All graphs there are for this visit, its own first."""
    return {**{name: source.card for name, source in here.own.items()}, **DATASETS}


def chosen_now(here: Visit) -> RaceChoice:
    """What the widgets say; a click may come before a change of them has been drawn."""
    before: RaceChoice = st.session_state[CHOSEN]
    dataset = st.session_state.get(GRAPH, before.dataset)
    own = here.own.get(dataset)
    methods = st.session_state.get(methods_key(dataset))
    if methods is None:
        methods = methods_for(DATASETS[dataset] if own is None else own.card, before.methods)
    return RaceChoice(dataset, tuple(methods), int(st.session_state.get(SEED, before.seed)), own)


def put(choice: RaceChoice) -> None:
    """Have the widgets say this."""
    st.session_state[CHOSEN] = choice
    st.session_state[GRAPH], st.session_state[SEED] = choice.dataset, choice.seed
    st.session_state[methods_key(choice.dataset)] = list(choice.methods)


def take_link(here: Visit) -> None:
    """What the link asks for, once for every visit that the tab is at; else the race there is, else the usual one."""
    if st.session_state.get(ASKED, ("", {}))[0] == here.id:
        return
    query = st.session_state.get(ASKED, ("", st.query_params.to_dict()))[1]
    st.session_state[ASKED] = (here.id, query)
    found, st.session_state[PROBLEMS] = read_race(query, own=here.own)
    put(found or here.race.choice or RaceChoice())


def share(choice: RaceChoice) -> None:
    """The race in the address; without methods it would ask for nothing."""
    query = write_race(choice)
    if query[RACE] and st.query_params.to_dict() != query:
        st.query_params.from_dict(query)


def changed_words(choice: RaceChoice) -> str:
    """Which settings are not those of the presets."""
    changed = any(each.changes for each in choice.choices)
    return CHANGED.format(ONLY_SEED.format(choice.seed) if changed else NOTHING)
