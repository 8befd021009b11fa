"""Knobs that mean the same in every method: sizes, shares left out, rates, temperature, batches."""

from __future__ import annotations

from dataclasses import field, fields
from typing import Any

from igcl_core.nn.parts import ACTIVATIONS
from igcl_core.training.settings import NETWORK, TRAINING, Settings, knob

CONTRAST, VIEWS = "Contrast", "Views"
LARGEST_WIDTH = 4096
MOST_ITEMS = 10_000_000
WARMEST = 1e6


def width(
    default: int,
    help: str = "Numbers in an embedding.",
    label: str = "Embedding size",
    symbol: str = "",
    group: str = NETWORK,
    high: int = LARGEST_WIDTH,
) -> Any:
    """The size of a layer."""
    return knob(default, help, label=label, group=group, symbol=symbol, low=1, high=high)


def depth(default: int, help: str = "Layers of the graph network.") -> Any:
    return knob(default, help, label="Layers", group=NETWORK, low=1, high=8)


def share(default: float, help: str, *, label: str, group: str) -> Any:
    """A part of something that is left out at random."""
    return knob(default, help, label=label, group=group, low=0, high=0.95, live=True)


def dropout(default: float, help: str, label: str = "Dropout", group: str = NETWORK) -> Any:
    return share(default, help, label=label, group=group)


def weight_decay(default: float, help: str = "L2 penalty on all weights.", symbol: str = "") -> Any:
    return knob(default, help, label="Weight decay", group=TRAINING, symbol=symbol, low=0, high=10, live=True)


def rate(default: float, help: str, *, label: str, group: str = TRAINING) -> Any:
    """The learning rate of a part that has its own."""
    return knob(default, help, label=label, group=group, low=0, high=10, live=True)


def activation(default: str, help: str) -> Any:
    return knob(default, help, label="Activation", group=NETWORK, choices=tuple(ACTIVATIONS))


def temperature(default: float = 0.5, coldest: float | None = None) -> Any:
    """tau, above 0 or from the coldest one on that a loss can be computed with."""
    low, above = (None, 0) if coldest is None else (coldest, None)
    about = dict(label="Temperature", group=CONTRAST, symbol="τ", live=True)
    help = "Temperature: small contrasts sharply, large softly."
    return knob(default, help, low=low, above=above, high=WARMEST, **about)


def batch(
    default: int, help: str, label: str = "Batch size", *, group: str, symbol: str = "", live: bool = False
) -> Any:
    """How many items a loss sees at once, 0 for all of them."""
    return knob(default, help, label=label, group=group, symbol=symbol, low=0, high=MOST_ITEMS, live=live)


def same_knob(settings: type[Settings], name: str) -> Any:
    """A setting that another method has too: its default, words and range."""
    found = next(each for each in fields(settings) if each.name == name)
    return field(default=found.default, metadata=found.metadata)


def pairs() -> Any:
    """Which pairs of nodes a loss that rebuilds edges looks at."""
    help = "Pairs without an edge in the loss: all of them, or a random sample of about as many as there are edges."
    return knob("dense", help, label="Pairs in the loss", group=NETWORK, choices=("dense", "sampled"))
