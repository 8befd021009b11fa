"""Learn page: eight scenes, one idea each, and then the visitor is the loss."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import streamlit as st

from app.controls.experiments import experiment_cards
from app.controls.settings_form import keep_for_return
from app.glossary import GLOSSARY
from app.pages.embeddings.page import page as embeddings
from app.pages.gaussians.page import page as gaussians
from app.pages.learn import playground
from app.pages.learn.markup import html, terms
from app.pages.learn.scenes import TITLES, scene
from app.pages.train.page import page as train
from app.plot.scene import Own, Scene, film_of, show
from app.session.choice import Choice
from app.session.server import keep_visit, visit

QUERY, KEY = "scene", "learn"
ALL = (*TITLES, playground.TITLE)
TRAIN = Own("train", "Train a run of your own")


def page() -> None:
    """The scene that the link names; its ways lead to the others and to the visitor's own run."""
    keep_visit()
    if (choice := visit().choice) is not None:
        keep_for_return(choice)
    at = linked_scene()
    playing = at == len(ALL)
    about = playing_content() if playing else content(scene(at))
    wants = show({"at": at, "titles": ALL, **about}, on_go=go)
    if wants.own:
        leave_for(TRAIN if playing else scene(at).own)
    if experiment_cards(begin_experiment):
        leave_for(TRAIN)


def linked_scene() -> int:
    """The number in the link, the first scene where there is none that exists."""
    text = st.query_params.get(QUERY, "1")
    return int(text) if text.isdecimal() and 1 <= int(text) <= len(ALL) else 1


def go() -> None:
    """Another scene, which the link then names."""
    st.query_params[QUERY] = str(st.session_state[KEY].go)


def begin_experiment(choice: Choice) -> None:
    """Train it, as if it had been chosen on the Train page."""
    here = visit()
    here.steer(choice)
    keep_for_return(choice)
    here.begin(choice).play()


def leave_for(own: Own) -> None:
    """The page on which the same is done with one's own run."""
    pages = {
        "train": st.Page(train, title="Train", default=True),
        "embeddings": st.Page(embeddings, title="Embeddings", url_path="embeddings"),
        "gaussians": st.Page(gaussians, title="Gaussians", url_path="gaussians"),
    }
    if own.tab:
        st.session_state["gaussians-tabs"] = own.tab
    st.switch_page(pages[own.page])


def playing_content() -> dict[str, Any]:
    """Be the loss, with its part of the glossary."""
    return {**playground.content(), "own": TRAIN.words, "glossary": explained(playground.TEXTS)}


def content(here: Scene) -> dict[str, Any]:
    """All that the browser needs of a scene."""
    asked = here.question
    return {
        "name": here.name,
        "title": here.title,
        "sentence": html(here.sentence),
        "control": html(here.control),
        "ends": here.ends,
        "reading": html(here.reading),
        "formula": [html(line) for line in here.formula],
        "notes": [html(note) for note in here.notes],
        "own": here.own.words,
        "alt": here.alt,
        "film": film_of(here),
        "asked": {"text": html(asked.text), "options": asked.options, "right": asked.right, "reveal": asked.reveal,
                  "because": html(asked.because)},
        "glossary": explained(here.texts),
    }  # fmt: skip


def explained(texts: Iterable[str]) -> dict[str, dict[str, str]]:
    """What the glossary says of the terms in these texts."""
    used = {name for text in texts for name in terms(text)}
    return {name: {"name": GLOSSARY[name].name, "meaning": GLOSSARY[name].meaning} for name in sorted(used)}
