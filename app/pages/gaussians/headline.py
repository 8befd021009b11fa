"""Headline: one number before and after contrasting, and what it means in a sentence."""

from __future__ import annotations

import math
from dataclasses import dataclass

import streamlit as st

from app.pages.gaussians.explained import explain
from app.pages.gaussians.numbers import measured
from app.pages.gaussians.scene import Scene
from app.terms import say
from igcl_core.analysis.gaussians import UNTRAINED_Z, Separation, Stage, short

ALIKE = 0.05
TERMS = ("overlap", "class", "VGAE", "z_n")
CLASSES, ANY_TWO = "How clearly classes stand apart", "How much two {item}s overlap"
HELP = """How many times as much two {item}s of one class overlap as two of different classes: at 1 classes cannot be
told apart, and the larger, the clearer. Measured in all dimensions, of which the picture shows two.

"""
NOT_YET = "before contrasting"
WAITING = "Overlaps are being computed…"


@dataclass(frozen=True)
class Headline:
    """What is measured, its value before and after, the change in the good direction, and the sentence."""

    label: str
    value: str
    better: float | None
    words: str


def headline_panel(scene: Scene) -> None:
    """The number large, its sentence beside it."""
    found = measured(scene, wanted(scene))
    shown = Headline(CLASSES, "…", None, WAITING) if found is None else headline(found, scene)
    left, right = st.columns([1, 2], gap="medium", vertical_alignment="center")
    terms = explain(*TERMS, item=scene.item)
    known = {} if shown.better is not None else {"delta_color": "off", "delta_arrow": "off"}
    change = NOT_YET if shown.better is None else f"{shown.better:+.0%}"
    left.metric(shown.label, shown.value, change, help=HELP.format(item=scene.item) + terms, **known)
    with right:
        say(shown.words, *TERMS, item=scene.item)


def wanted(scene: Scene) -> list[Stage]:
    """The means before contrasting, and once it has begun the untrained z and z now."""
    means, first, *_, now = scene.stages
    return [means, first, now] if scene.contrasting else [means]


def headline(found: dict[Stage, Separation], scene: Scene) -> Headline:
    """The ratio of overlaps where there are classes to tell apart, else the overlap of any two."""
    if all(math.isfinite(state.overlap.contrast) for state in found.values()):
        values, label, of = [state.overlap.contrast for state in found.values()], CLASSES, class_words
    else:
        values, label, of = [state.overlap.overall for state in found.values()], ANY_TWO, any_words
    label, unit = label.format(item=scene.item), "×" if of is class_words else ""
    first = next(iter(found)).title
    if len(values) == 1:
        words = f"{of(scene.item, values[0])} {alone(first, scene)}"
        return Headline(label, f"{short(values[0])}{unit}", None, words)
    before, untrained, now = values
    better = change(before, now) if unit else change(now, before)
    words = f"{of(scene.item, now)} {compared(first, before, better, unit)} {began(untrained, unit, list(found))}"
    return Headline(label, f"{short(before)}{unit} → {short(now)}{unit}", better, words.strip())


def class_words(item: str, ratio: float) -> str:
    return f"Two {item}s of one class overlap **{short(ratio)}×** as much as two of different classes."


def any_words(item: str, overlap: float) -> str:
    return f"Any two {item}s overlap by **{short(overlap)}** (1 where they are the same, 0 where they never meet)."


def change(was: float, is_now: float) -> float:
    return is_now / was - 1 if was > 0 else 0.0


def compared(title: str, before: float, better: float, unit: str) -> str:
    """What contrasting has done, said as it is."""
    was = f"Before contrasting ({title}) it was {short(before)}{unit}"
    if better > ALIKE:
        return f"{was}: **contrast has pulled them apart.**"
    if better < -ALIKE:
        return f"{was}: **here contrast does not help**, they stood apart more clearly before."
    return f"{was}: **contrast has changed next to nothing here.**"


def began(untrained: float, unit: str, stages: list[Stage]) -> str:
    """Where z itself started: it learns from nothing, not from where the means stand."""
    if stages[1].name != UNTRAINED_Z:
        return ""
    return f"The embeddings z themselves began, untrained, at {short(untrained)}{unit}."


def alone(title: str, scene: Scene) -> str:
    """Of what the only number is, before anything was contrasted."""
    if not scene.view.settings.contrasts:
        return f"({title}; this run does not contrast.)"
    later = f", after step {scene.now} that is shown" if scene.now < scene.before else ""
    return f"That is before contrasting ({title}{later})."
