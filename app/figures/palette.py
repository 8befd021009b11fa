"""One colour per class, curve and run, told apart by colour-blind people and seen on a light and on a dark page.

The first three classes are Okabe and Ito's (2008). The others were picked among the colours with a contrast of 3 to
both pages, to stay farthest from those and from each other in CIELAB, as seen with normal sight, deuteranopia and
protanopia. No colour reaches the 4.5 that text needs on both pages, so text is never written in them.
"""

from __future__ import annotations

BLUE, VERMILION, GREEN, VIOLET, CRIMSON, LILAC = "#0072B2", "#D55E00", "#009E73", "#8811FF", "#DD0044", "#9966FF"
TEAL, ROSE, SKY, PLUM, LAVENDER, MOSS = "#4499AA", "#FF5577", "#5599CC", "#885577", "#8888EE", "#447744"
ORANGE, PINK = "#B87D00", "#C86FA0"

CLASSES = (BLUE, VERMILION, GREEN, VIOLET, CRIMSON, LILAC, TEAL, ROSE, SKY, PLUM, LAVENDER, MOSS)
SYMBOLS = ("circle", "diamond", "square", "triangle-up", "cross", "x", "star")
RUNS = (VIOLET, ROSE, TEAL, CRIMSON, LAVENDER, PLUM, MOSS)
CURVES = {
    "reconstruction": BLUE,
    "kl": ORANGE,
    "vae_loss": GREEN,
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
PHASES = {"vgae": BLUE, "vae": BLUE, "joint": VIOLET, "contrast": ORANGE}
INK = "#7C7C7C"
FAINT = "rgba(128, 128, 128, 0.35)"
GRID = "rgba(128, 128, 128, 0.16)"
CLEAR = "rgba(0, 0, 0, 0)"


def class_color(label: int) -> str:
    """The colour of a class; the twelve repeat after the twelfth."""
    return CLASSES[label % len(CLASSES)]


def class_symbol(label: int) -> str:
    return SYMBOLS[label % len(SYMBOLS)]


def phase_color(name: str) -> str:
    """The colour of a phase; those of other methods than iGCL have one colour."""
    return PHASES.get(name, GREEN)


def run_color(number: int) -> str:
    """The colour of the `number`-th run laid over the current one, counted from 0."""
    return RUNS[number % len(RUNS)]


def faint(color: str, opacity: float) -> str:
    """A colour seen through."""
    red, green, blue = (int(color[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red}, {green}, {blue}, {opacity:g})"
