"""Choosing: the widgets that make a Choice. Each dataset and preset keeps its own values, seeded by the link."""

from __future__ import annotations

from typing import Any

import streamlit as st

from app.choice import KNOBS, Choice, kinds_of, read_link, write_link
from igcl_core import DATASETS, DatasetCard, Settings

TAUS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0)
SHOWN = ("tau", "seed", "epochs")
GROUPS = {
    "Contrast": ("augmentation", "loss", "M", "direction", "normalise", "b", "edge_drop", "feature_mask"),
    "Network": ("backbone", "layers", "D", "activation", "dropout", "attention_heads", "head", "features"),
    "Optimiser": ("lr", "weight_decay", "lr_step", "lr_every", "lr_warmup", "patience"),
    "VGAE": (
        "warmup", "K", "vgae_until", "vgae_stop", "vgae_hidden", "vgae_heads", "vgae_decoder", "vgae_lr",
        "vgae_dropout", "beta",
    ),
    "Watching": ("health_every", "icl_every", "icl_samples", "probe_every", "snapshot_every"),
}  # fmt: skip


def choose() -> tuple[Choice, list[str]]:
    """Draw the widgets; what they say now, and what was wrong with the link or with a value."""
    start, problems = linked()
    dataset = st.selectbox(
        "Graph", list(DATASETS), list(DATASETS).index(start.dataset), format_func=_title, key="dataset"
    )
    _describe(DATASETS[dataset])
    kinds = kinds_of(dataset)
    kind = kinds[0]
    if len(kinds) > 1:
        first = kinds.index(start.kind) if start.dataset == dataset else 0
        kind = st.selectbox("Preset", kinds, first, key=f"preset/{dataset}", format_func=str.capitalize)
    base = Choice(dataset, kind)
    same = (start.dataset, start.kind) == (dataset, kind)
    changes = _settings(base, start.settings if same else base.settings)
    choice = Choice(dataset, kind, changes)
    try:
        _ = choice.settings
    except ValueError as problem:
        return base, [*problems, str(problem)]
    return choice, problems


def linked() -> tuple[Choice, list[str]]:
    """What the widgets start from: the link this session was opened with, or what was chosen before leaving them."""
    if "linked" not in st.session_state:
        st.session_state.linked = read_link(st.query_params.to_dict())
    return st.session_state.linked


def keep_for_return(choice: Choice) -> None:
    """Streamlit forgets widgets that another page does not draw: have them start from this choice again."""
    st.session_state.linked = (choice, [])


def share_link(choice: Choice, visit_id: str) -> None:
    """Keep the address of the page in step with the choice."""
    query = write_link(choice) | {"visit": visit_id}
    if st.query_params.to_dict() != query:
        st.query_params.from_dict(query)


def _title(name: str) -> str:
    return DATASETS[name].title


def _describe(card: DatasetCard) -> None:
    counts = f"{card.nodes:,} nodes" if card.task == "node" else f"{card.graphs:,} graphs"
    words = [counts, f"{card.edges:,} edges", f"{card.classes} classes"]
    if card.homophily is not None:
        words.append(f"homophily {card.homophily:.2f}")
    words.append("on this machine" if card.available() else "fetched when you press Play")
    st.caption(" · ".join(words), help=f"{card.description}\n\n{card.source}")


def _settings(base: Choice, start: Settings) -> dict[str, Any]:
    preset = base.settings
    place = f"{base.dataset}/{base.kind}"
    options = sorted({*TAUS, preset.tau, start.tau})
    tau = st.select_slider(
        "Temperature τ (logarithmic)", options, start.tau, key=f"tau/{place}", help=KNOBS["tau"].metadata["help"]
    )
    left, right = st.columns(2)
    values = {"tau": tau}
    for name, column in (("epochs", left), ("seed", right)):
        with column:
            values[name] = _widget(name, getattr(start, name), place)
    with st.expander("More settings"):
        for group, names in GROUPS.items():
            st.caption(group)
            values |= {name: _widget(name, getattr(start, name), place) for name in names}
    return {name: value for name, value in values.items() if value != getattr(preset, name)}


def _widget(name: str, value: Any, place: str) -> Any:
    """The widget of one setting, by its type and range."""
    about, key = KNOBS[name].metadata, f"{name}/{place}"
    label = f"{name} ({about['symbol']})" if about["symbol"] not in ("", name) else name
    if about["choices"]:
        return st.selectbox(label, about["choices"], about["choices"].index(value), key=key, help=about["help"])
    number = type(value)
    low = about["low"] if about["low"] is not None else about["above"]
    high = about["high"]
    step, shape = (1, "%d") if number is int else (None, "%.6g")
    return st.number_input(
        label,
        min_value=None if low is None else number(low),
        max_value=None if high is None else number(high),
        value=value,
        step=step,
        format=shape,
        key=key,
        help=about["help"],
    )
