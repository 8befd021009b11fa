"""Settings that shallow methods share."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from igcl_core.methods.shared import knobs
from igcl_core.training.settings import NETWORK, TRAINING, Settings, knob

WALKS = "Walks"


def negatives(default: int) -> Any:
    return knob(
        default,
        "Noise words that each word is told from; 0 learns the way to it through a Huffman tree instead.",
        label="Noise words",
        group=NETWORK,
        low=0,
        high=50,
    )


def window(default: int, help: str = "How many steps of a walk apart two nodes may be that guess each other.") -> Any:
    return knob(default, help, label="Window", group=WALKS, low=1, high=100)


@dataclass(frozen=True)
class WordSettings(Settings):
    """A vector per word, and how words are thinned out."""

    lr: float = knob(
        0.025,
        "How far each word moves the vectors at first; it falls in a line to nearly 0.",
        label="Learning rate",
        group=TRAINING,
        low=0,
        high=1,
        live=True,
    )
    D: int = knobs.width(64)
    negatives: int = negatives(5)
    thin: float = knob(
        0.0,
        "Share of all words above which a word is read less often; 0 reads every one.",
        label="Thin out above",
        group=NETWORK,
        low=0,
        high=1,
    )


@dataclass(frozen=True)
class WalkSettings(WordSettings):
    """The same of walks from every node."""

    walks: int = knob(10, "Walks that begin at each node.", label="Walks per node", group=WALKS, low=1, high=1000)
    length: int = knob(40, "Nodes in a walk.", label="Length of a walk", group=WALKS, low=2, high=10_000)
    window: int = window(5)
