"""Hostile settings: every knob with values no one should send, alone and together, and what is accepted must train."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import fields
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import torch

from igcl_core import METHODS, IGCLSettings, Run, Settings, load, preset
from igcl_core.data import card_of

KNOBS = {knob.name: knob for knob in fields(IGCLSettings)}
SHORT = 0.01


class Unwritable:
    """Has no text, not even a name."""

    def __repr__(self) -> str:
        raise RuntimeError("no text")


STRANGE: tuple[Any, ...] = (
    10**9, 2**31, 2**53, 2**53 + 1, 2**63, 2**64, 10**19, 10**400, -(10**400), 10**5000, -1, -0.0, 0, 1, 2, 3, 7,
    1e300, -1e300, 5e-324, 1e-300, float("inf"), float("-inf"), float("nan"), 0.5, 1.5, 2.0, True, False, None, "",
    " ", "nan", "inf", "-inf", "9" * 400, "-" + "9" * 400, "9" * 5000, "1e300", "1e-400", "0x10", "1_000", " 7 ", "٣",
    "gcn", "gin", "GAT", "'; DROP", "![p](http://x)", "a" * 100_000, "\x00", "\ud800", b"5", b"\xff", [], [1], {}, (1,),
    {"a": 1}, 1j, Decimal("1e400"), Decimal("nan"), Fraction(1, 3), np.int64(2**62), np.float32(0.5), np.nan,
    np.array(3), np.array([3]), np.array([1, 2]), np.array(["gcn", "gat"]), np.str_("gat"), np.datetime64("2020"),
    np.ma.masked, torch.tensor(2), torch.tensor([1.0, 2.0]), object(), Unwritable(), int, len, range(3), ...,
)  # fmt: skip


def cases(number: random.Random, folder: Path) -> Iterator[tuple[str, Any]]:
    """One knob of iGCL with one value, for a quarter of all; then several of any method at once, on a preset."""
    alone = [(name, value) for name in KNOBS for value in STRANGE]
    for name, value in number.sample(alone, len(alone) // 4):
        settings = {"b": 0, name: value}
        yield f"{name} of type {type(value).__name__}", lambda s=settings: train_shortly(IGCLSettings(**s))
    while True:
        dataset, method = number.choice(["karate", "motifs"]), number.choice(list(METHODS))
        knobs = [knob.name for knob in fields(METHODS[method].settings)]
        changes = {number.choice(knobs): any_value(number) for _ in range(number.randint(1, 5))}
        label = f"{dataset} {method} with {', '.join(changes)}"
        yield label, lambda d=dataset, m=method, c=changes: train_shortly(preset(d, m).changed(**c), d, m)


def any_value(number: random.Random) -> Any:
    plausible = (number.randint(0, 9), number.random(), 10.0 ** number.randint(-30, 30), 2 ** number.randint(0, 70))
    word = number.choice([choice for knob in KNOBS.values() for choice in knob.metadata["choices"]])
    return number.choice([*plausible, word, number.choice(STRANGE)])


def train_shortly(settings: Settings, dataset: str = "karate", method: str = "igcl") -> None:
    """Two steps of what was accepted, where they are expected to be short."""
    for knob in fields(settings):
        value, about = getattr(settings, knob.name), knob.metadata
        assert type(value) is type(knob.default), knob.name
        assert value in about["choices"] if about["choices"] else value <= about["high"], knob.name
    graphs, chosen = load(dataset), METHODS[method]
    settings.check_for(graphs)
    if chosen.fixed or chosen.refusal(card_of(graphs)) is not None or settings == preset(dataset, method):
        return
    if chosen.seconds_of_step(graphs, settings) < SHORT:
        run = Run(graphs, method, settings)
        run.advance(2)
        assert all(np.isfinite(list(step.metrics.values())).all() for step in run.steps)
