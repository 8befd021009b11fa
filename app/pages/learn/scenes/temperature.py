"""Scene 7: tau decides how sharply the loss compares."""

from __future__ import annotations

import numpy as np

from app.figures.chart import Chart
from app.figures.lesson import axis, still
from app.figures.palette import BLUE, ORANGE
from app.plot.scene import Frame, Own, Question, Scene
from igcl_core.analysis.gaussians import SoftmaxRow, softmax_row
from igcl_core.analysis.lesson import club

TITLE = "Temperature: how sharply we compare"
TAUS = tuple(float(f"{tau:.2g}") for tau in np.geomspace(20, 0.1, 47))
MEMBER = 16
SHOWN = (16, 6, 5, 4, 10, 0, 32, 33)


def scene() -> Scene:
    here = club().trained
    rows = [softmax_row(here.z, here.mu, here.sigma, tau, MEMBER) for tau in TAUS]
    rival = strongest(rows[-1])
    return Scene(
        name="temperature",
        title=TITLE,
        sentence="[[tau]] says how sharply we compare: when it is large everybody counts alike, "
        "when it is small only the strongest counts.",
        control="τ, from warm to cold",
        reading="The own bar of member 17 holds {own} of 100.",
        formula=formula(rival),
        question=asked(rows),
        own=Own("gaussians", "Compare temperatures in your own run", "Temperature τ"),
        alt="Shares of eight members in the eyes of member 17; they become unequal as tau falls",
        chart=Chart([bars(rows[0])], look()),
        frames=tuple(frame(tau, row, rival) for tau, row in zip(TAUS, rows, strict=True)),
        ends=("warm", "cold"),
        notes=(
            "The second part of a score grows with 1 / τ². When τ is tiny it wins: somebody far away, like member 33 "
            "on the other side of the club, takes all. The bound is loose there.",
        ),
    )


def strongest(row: SoftmaxRow) -> int:
    """The other member that counts most, among those shown."""
    return max(SHOWN[1:], key=lambda member: row.weight[member])


def formula(rival: int) -> tuple[str, ...]:
    return (
        "score of [[m]] for member 17: [[z_n|z_m]] [[product|·]] [[mu_n|μ_17]] / [[tau]] + "
        "[[sigma_n|σ_17]]² · ([[z_n|z_m]] − [[z_n|z_17]])² / (2 [[tau]]²), with [[tau]] = {tau}",
        "its own: {s0} + {w0}",
        f"member {rival + 1}: {{s1}} + {{w1}}",
        "[[softmax]]: [[exp]]({s0} + {w0}) / [[sum]] [[exp]](score) = {share}",
    )


def bars(row: SoftmaxRow) -> dict:
    names = [f"{member + 1}" for member in SHOWN] + ["26 others"]
    colors = [ORANGE] + [BLUE] * len(SHOWN)
    return {"type": "bar", "x": names, "y": heights(row), "marker": {"color": colors}, "uid": "shares",
            "meta": {"terms": ["softmax", "tau"]}, "hovertemplate": "member %{x}: %{y:.1f} of 100<extra></extra>",
            "showlegend": False}  # fmt: skip


def heights(row: SoftmaxRow) -> np.ndarray:
    """Shares of 100 of those shown, and of all others together."""
    own = 100 * row.weight[list(SHOWN)]
    return np.append(own, 100 - own.sum())


def look() -> dict:
    across = axis("member (orange: member 17 itself)", type="category", showgrid=False)
    up = axis("share of 100", range=[0, 103])
    return still(xaxis=across, yaxis=up, bargap=0.25) | {"margin": {"l": 50, "r": 10, "t": 12, "b": 48}}


def frame(tau: float, row: SoftmaxRow, rival: int) -> Frame:
    numbers = {"s0": row.similarity[MEMBER], "w0": row.spread[MEMBER], "s1": row.similarity[rival],
               "w1": row.spread[rival], "share": row.weight[MEMBER]}  # fmt: skip
    shown = {name: f"{value:.3f}" for name, value in numbers.items()}
    shown |= {"tau": f"{tau:g}", "own": f"{100 * row.weight[MEMBER]:.0f}"}
    return Frame(f"{tau:g}", [{"y": heights(row)}], shown)


def asked(rows: list[SoftmaxRow]) -> Question:
    before, after = (float(row.weight.max()) for row in (rows[0], rows[-1]))
    right = 0 if after > 0.9 else 1 if after < 1.5 / len(rows[-1].weight) else 2
    winner = int(rows[-1].weight.argmax())
    return Question(
        text="We make τ very small. What happens to the bars?",
        options=("One takes nearly all", "All become equal", "They hardly change"),
        right=right,
        reveal=len(TAUS) - 1,
        because=f"At τ = {TAUS[0]:g} the tallest bar of one member had {100 * before:.0f} of 100, at τ = {TAUS[-1]:g} "
        f"member {winner + 1} has {100 * after:.0f}. Go back slowly: where does the own bar stand tallest?",
    )
