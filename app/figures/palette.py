"""One colour per class, curve and run, told apart by colour-blind people and readable on white and on black.

The first six are Okabe and Ito's (2008) without black and yellow; the others were picked to stay farthest from
those and from each other in CIELAB, as seen with normal sight, deuteranopia and protanopia.
"""

from __future__ import annotations

BLUE, VERMILION, GREEN, PINK, ORANGE, SKY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"
VIOLET, CRIMSON, PLUM, LIME, LAVENDER, PURE_BLUE = "#8A2BE2", "#99001A", "#663857", "#47CC74", "#8C8CFF", "#0000FF"

CLASSES = (BLUE, VERMILION, GREEN, PINK, ORANGE, SKY, VIOLET, CRIMSON, PLUM, LIME, LAVENDER, PURE_BLUE)
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross", "x", "star")
RUNS = (VIOLET, PINK, SKY, CRIMSON, LIME, PLUM, LAVENDER)
CURVES = {
    "reconstruction": BLUE,
    "kl": ORANGE,
    "edge_auc": BLUE,
    "edge_ap": ORANGE,
    "adjacency_accuracy": GREEN,
    "loss": PINK,
    "upper": VERMILION,
    "attraction": GREEN,
    "repulsion": ORANGE,
    "implicit": BLUE,
    "gap": VIOLET,
    "z_norm": BLUE,
    "sigma": ORANGE,
    "effective_rank": GREEN,
    "probe_val": SKY,
    "probe_test": BLUE,
    "probe_mu": GREEN,
    "lr": GREEN,
}
PHASES = {"vgae": BLUE, "joint": VIOLET, "contrast": ORANGE}
INK = "#7C7C7C"
FAINT = "rgba(128, 128, 128, 0.35)"
GRID = "rgba(128, 128, 128, 0.16)"
CLEAR = "rgba(0, 0, 0, 0)"


def class_color(label: int) -> str:
    """The colour of a class; the twelve repeat after the twelfth."""
    return CLASSES[label % len(CLASSES)]


def class_symbol(label: int) -> str:
    return SYMBOLS[label % len(SYMBOLS)]


def run_color(number: int) -> str:
    """The colour of the `number`-th run laid over the current one, counted from 0."""
    return RUNS[number % len(RUNS)]


def faint(color: str, opacity: float) -> str:
    """A colour seen through."""
    red, green, blue = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity:g})"
