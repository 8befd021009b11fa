"""Trusting: the numbers beside every map that say how far to believe it, and three warnings."""

from __future__ import annotations

import streamlit as st

from app.atlas import Sheet, separation_of, trust_of, variance_share
from app.desk import Desk
from igcl_core.layout import PROJECTIONS
from igcl_core.layout.trust import K
from igcl_core.spaces import SPACES

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


def show_trust(desk: Desk, sheet: Sheet, step: int) -> None:
    """What the map is, and how far to trust it."""
    items = sheet.graphs.num_items
    trained = f" at step {step}" if SPACES[sheet.space].trains else ""
    made = PROJECTIONS[sheet.method].words(dict(sheet.parameters), items)
    seed = f", {length(desk, sheet, step)}seed {sheet.seed}" if made else ""
    what = f"{PROJECTIONS[sheet.method].title} of {SPACES[sheet.space].title}{trained}"
    st.caption(f"{' · '.join(numbers(desk, sheet, step))}  \n{what}{': ' if made else ''}{made}{seed}.")


def length(desk: Desk, sheet: Sheet, step: int) -> str:
    """How many iterations the map has had, and whether it began where another step's map was."""
    frame, unit = desk.answer(sheet.key(step)), PROJECTIONS[sheet.method].unit
    if frame is None:
        return ""
    return f"{frame.iteration} {unit}{' from the map of a step nearby' if frame.warm else ''}, "


def numbers(desk: Desk, sheet: Sheet, step: int) -> list[str]:
    """Trust of the map and separation of the classes, as far as they are known yet."""
    found, trust, apart = [], trust_of(desk, sheet, step), separation_of(desk, sheet, step)
    if sheet.method == "pca" and (share := variance_share(desk, sheet, step)) is not None:
        found.append(f"**{share:.0%}** of the variance")
    if trust is None:
        found.append("measuring how far to trust it…")
    else:
        found += [f"trustworthiness **{trust.trustworthiness:.3f}**", f"recall **{trust.recall:.2f}**"]
    if apart is not None:
        found += [f"silhouette **{apart.silhouette:.3f}**", f"separation **{apart.ratio:.2f}**"]
    return found
