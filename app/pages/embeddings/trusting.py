"""Trusting: the numbers beside every map that say how far to believe it, and three warnings."""

from __future__ import annotations

import streamlit as st

from app.figures.far import far_rows, far_words
from app.pages.embeddings.maps import (
    SETTLED,
    SETTLING,
    SKETCH,
    Found,
    Sheet,
    found_map,
    hopeless,
    separation_of,
    trust_of,
    variance_share,
)
from app.pages.still import still
from app.plain_text import plain
from app.session.background import Background
from app.terms import say
from igcl_core.layout import PROJECTIONS, K

TERMS = (("silhouette", "PCA", "t-SNE", "UMAP", "mu_n"), ("z_n",))  # of the first map and of the second
WARNINGS = {
    "tsne": (
        "The size of a clump means nothing: t-SNE makes dense and sparse ones alike.",
        "The distance between clumps means little: only who is near whom is kept, and not for all.",
        "Clumps can come from chance: change perplexity and seed, and believe what stays.",
    ),
    "umap": (
        "The size of a clump means little: UMAP evens out how dense the items lie.",
        "The distance between clumps means little: nothing pulls far items to their true distance.",
        "Gaps can come from the settings: change neighbours, least distance and seed, and believe what stays.",
    ),
    "pca": (
        "Two dimensions of many: items far apart in the others can lie on each other here.",
        "The share of variance says how much you see; a small one means that most is hidden.",
        "Only straight directions are found: classes wound around each other stay mixed.",
    ),
}


def how_to_read(method: str) -> None:
    """Three warnings, one click away."""
    with st.popover("How to read this map", icon=":material/help:"):
        for sentence in WARNINGS[method]:
            st.markdown(f"- {sentence}")
        st.caption(
            "Trustworthiness: how many neighbours on the map are true ones (1 is all, far intruders weigh more). "
            f"Recall: the share of the {K} nearest true neighbours that are still so near on the map. "
            "Silhouette (-1 to 1) and separation (mean distance between classes over mean distance within) "
            "are measured in the true space, not on the map."
        )


def show_trust(background: Background, sheet: Sheet, step: int, place: int) -> None:
    """What the map at that place is, and how far to trust it."""
    found = found_map(background, sheet, step)
    words = [" · ".join(numbers(background, sheet, step))]
    if found is not None:
        words.append(f"{what_is_drawn(sheet, found)}.{sample_words(sheet)}")
        if far := far_words(len(far_rows(found.frame.xy)), sheet.explored.item):
            words[-1] += f" {far}."
    with still(f"trust-{place}", lines=4):
        say("  \n".join(words), *TERMS[place], item=sheet.explored.item, small=True)


def what_is_drawn(sheet: Sheet, found: Found) -> str:
    """The kind of map, of which space at which step, and how it was made; a sketch says that it is but that."""
    way, title = PROJECTIONS[sheet.method], plain(sheet.title(found.step))
    if found.state == SKETCH and sheet.method != "pca":
        return f"PCA of {title}, until the {way.title} has settled"
    made, what = way.words(dict(sheet.parameters), sheet.explored.items), f"{way.title} of {title}"
    return f"{what}: {made}, {length(sheet, found)}seed {sheet.seed}" if made else what


def sample_words(sheet: Sheet) -> str:
    """Where there are too many items to compare all: which were."""
    if sheet.laid_out is None:
        return ""
    some, all_items = f"{len(sheet.laid_out):,}", f"{sheet.explored.items:,} {sheet.explored.item}s"
    placed = "" if sheet.method == "pca" else f"Laid out: {some} of {all_items}, each class with its share; "
    rest = "the others are placed among their nearest. " if placed else ""
    return f" {placed}{rest}Trust and separation are of these {some}{'' if placed else f' of {all_items}'}."


def length(sheet: Sheet, found: Found) -> str:
    """How many iterations the map has had, and whether it still moves or began where another step's map was."""
    frame, unit = found.frame, PROJECTIONS[sheet.method].unit
    if found.state == SETTLING:
        return f"{frame.iteration} of {frame.total} {unit}, still moving, "
    return f"{frame.iteration} {unit}{' from the map of a step nearby' if frame.warm else ''}, "


def numbers(background: Background, sheet: Sheet, step: int) -> list[str]:
    """Trust of the map and separation of the classes, as far as they are known yet."""
    found, trust, apart = [], trust_of(background, sheet, step), separation_of(background, sheet, step)
    if sheet.method == "pca" and (share := variance_share(background, sheet, step)) is not None:
        found.append(f"**{share:.0%}** of the variance")
    if trust is None:
        found.append(no_trust_yet(background, sheet, step))
    else:
        found += [f"trustworthiness **{trust.trustworthiness:.3f}**", f"recall **{trust.recall:.2f}**"]
    if apart is not None:
        found += [f"silhouette **{apart.silhouette:.3f}**", f"separation **{apart.ratio:.2f}**"]
    return found


def no_trust_yet(background: Background, sheet: Sheet, step: int) -> str:
    """Why there is no number: there will be none, the map has not settled, or it is being measured."""
    if hopeless(background, sheet, step):
        return "no number for this map"
    found = found_map(background, sheet, step)
    if found is None or found.state != SETTLED:
        return "measuring how far to trust it, once it has settled"
    return "measuring how far to trust it…"
