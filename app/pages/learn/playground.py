"""Be the loss: four clouds and their embeddings to take in hand, and the four situations they can be put in."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from app.figures.palette import BLUE, GREEN, PINK, VERMILION
from app.pages.learn.markup import html
from igcl_core.analysis.gaussians import samples
from igcl_core.analysis.lesson import gradient

TITLE = "Be the loss"
SENTENCE = (
    "Here nobody moves but you: drag a dot [[z_n|z]], a cross [[mu_n|μ]] or the edge of a [[cloud]], "
    "and read what the [[loss]] says; [[training|Play]] lets the true [[gradient|slope]] of [[L_upper]] move the dots."
)
NAMES, COLORS = ("a", "b", "c", "d"), (BLUE, VERMILION, GREEN, PINK)
TAUS = tuple(float(f"{tau:.2g}") for tau in np.geomspace(0.2, 5, 29))
COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256)
DRAWS, SEED, FIRST_COUNT = 512, 7, 8
MEANS = ((-1.0, 0.7), (0.35, 1.05), (-0.3, -0.5), (1.05, -0.45))
STEPS, RATE, MOST = 400, 0.06, 0.06
ASKS = "Shares that cloud {name} gives to the dots"
LABELS = {"tau": "[[tau]], the temperature", "M": "[[M]], dots drawn from every cloud"}
LOSSES = (
    ("attraction", "[[pull|Pull]] (green arrows)"),
    ("repulsion", "[[push|Push]] (orange arrows)"),
    ("upper", "[[L_upper]]: pull and push together (red)"),
    ("implicit", f"[[L_ICL]], here from {DRAWS} dots (blue)"),
    ("error", "… give or take"),
    ("sampled", "[[L_CL]] with [[M]] dots (orange)"),
    ("gap", "[[gap|Jensen gap]]"),
)
FORMULA = (
    "cloud {n} gives every dot [[m]] a score: [[z_n|z_m]] [[product|·]] [[mu_n]] / [[tau]] + "
    "[[sigma_n]]² · ([[z_n|z_m]] − [[z_n]])² / (2 [[tau]]²)",
    *(
        f"dot {name}: {{s{place}}} + {{w{place}}}, its [[softmax|share]] {{p{place}}}"
        for place, name in enumerate(NAMES)
    ),
    "[[log]] [[sum]] [[exp]](scores) − {own} = {one}; the mean over all four is [[L_upper]] = {upper}",
)
WORDS = {
    "Before: mixed up": "Each dot is drawn from its own cloud. The clouds overlap, so many a dot sits in the wrong "
    "one. Press Play.",
    "After: told apart": "The same clouds after the loss has done its work: every dot has gone home to its own cloud, "
    "away from the others.",
    "Two clouds in one place": "a and b share one cloud. Press Play: they are not torn apart, for whatever pulls one "
    "pulls the other.",
    "No width: σ = 0": "Clouds without width have nothing to draw, so all three losses are one number. Widen one cloud "
    "and see the gap open.",
}


@cache
def situations() -> tuple[dict[str, Any], ...]:
    """Each with its z, mu, sigma and tau; what has been contrasted was moved by the core's own gradient."""
    mu, wide = np.array(MEANS), np.full((len(NAMES), 2), 0.6)
    z = samples(mu, wide, 1, SEED)[0].astype(np.float64)
    together = np.array([MEANS[0], MEANS[0], MEANS[2], MEANS[3]])
    arrangements = (
        (z, mu, wide), (contrasted(z, mu, wide), mu, wide), (z, together, wide), (z, mu, np.zeros_like(wide)),
    )  # fmt: skip
    return tuple(
        {"name": name, "words": html(words), "z": z.tolist(), "mu": mu.tolist(), "sigma": sigma.tolist(), "tau": 1.0}
        for (name, words), (z, mu, sigma) in zip(WORDS.items(), arrangements, strict=True)
    )


def contrasted(z: np.ndarray, mu: np.ndarray, sigma: np.ndarray) -> np.ndarray:
    """z after a while under the gradient of L_upper, no step longer than those of Play."""
    none = np.zeros((1, *z.shape))
    for _ in range(STEPS):
        move = -RATE * len(z) * gradient(z, mu, sigma, 1.0, none)
        z = z + move * min(1.0, MOST / max(float(np.linalg.norm(move, axis=1).max()), 1e-12))
    return z


@cache
def noise() -> np.ndarray:
    """What the draws share: [DRAWS, 4, 2]."""
    shape = (len(NAMES), 2)
    return samples(np.zeros(shape), np.ones(shape), DRAWS, SEED).astype(np.float64)


@cache
def content() -> dict[str, Any]:
    """All that the browser needs to play."""
    return {
        "name": "be-the-loss",
        "title": TITLE,
        "sentence": html(SENTENCE),
        "formula": [html(line) for line in FORMULA],
        "notes": [],
        "play": {
            "names": NAMES, "colors": COLORS, "situations": situations(), "noise": noise().tolist(), "taus": TAUS,
            "counts": COUNTS, "M": FIRST_COUNT, "losses": [(name, html(label)) for name, label in LOSSES],
            "labels": {**{name: html(label) for name, label in LABELS.items()}, "asks": ASKS},
        },
    }  # fmt: skip


TEXTS = (TITLE, SENTENCE, ASKS.replace("{name}", ""), *LABELS.values(), *(label for _, label in LOSSES), *FORMULA,
         *WORDS, *WORDS.values())  # fmt: skip
