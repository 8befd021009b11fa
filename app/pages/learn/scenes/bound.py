"""Scene 6: instead of drawing ever more dots, one formula gives a bound on where the loss settles."""

from __future__ import annotations

import math

import numpy as np

from app.figures.chart import Chart
from app.figures.lesson import axis, points, still, trace
from app.figures.palette import BLUE, ORANGE, VERMILION, faint
from app.plot.scene import Frame, Own, Question, Scene
from igcl_core.analysis.gaussians import AgainstSamples, SoftmaxRow, against_samples, softmax_row
from igcl_core.analysis.lesson import TAU, club

TITLE = "Infinitely many dots at once"
COUNTS = tuple(sorted({round(2 ** (power / 3)) for power in range(31)}))
MEMBER, SEED, RIVALS = 0, 1, 2


def scene() -> Scene:
    here = club().trained
    found = against_samples(here.z, here.mu, here.sigma, TAU, COUNTS, seed=SEED)
    row = softmax_row(here.z, here.mu, here.sigma, TAU, MEMBER)
    return Scene(
        name="bound",
        title=TITLE,
        sentence="Drawing more dots takes longer and longer; the red line [[L_upper]] is one formula, "
        "takes no dots at all, and the loss can never settle above it.",
        control="Dots drawn from every cloud, M",
        reading="[[L_CL]] with {M} dots: {sampled}. The bound: {upper}.",
        formula=formula(row),
        question=asked(found),
        own=Own("gaussians", "See the bound of your own run", "The bound"),
        alt="The loss with more and more dots settles below the line of the bound",
        chart=Chart(drawing(found), look(found)),
        frames=tuple(frame(found, place, row) for place in range(len(COUNTS))),
        ends=("1 dot", f"{COUNTS[-1]:,} dots"),
    )


def formula(row: SoftmaxRow) -> tuple[str, ...]:
    names = [MEMBER, *row.confused_with(RIVALS)]
    own, *others = (f"[[exp]]({{s{place}}} + {{w{place}}})" for place in range(len(names)))
    called = " and ".join(str(int(name) + 1) for name in names[1:])
    return (
        "for member 1 and every [[m]]: [[z_n|z_m]] [[product|·]] [[mu_n|μ_1]] / [[tau]] + "
        "[[sigma_n|σ_1]]² · ([[z_n|z_m]] − [[z_n|z_1]])² / (2 [[tau]]²), "
        "where the second part stands for all dots at once",
        f"[[log]]({own} + {' + '.join(others)} + {len(row.weight) - len(names)} more, after itself {called} are the "
        "largest) − {s0} = {one}",
        "the mean over all 34 members is [[L_upper]] = {upper}",
        "[[L_CL]] with [[M]] = {M}: {sampled}, give or take {error}; [[gap]]: {upper} − {sampled} = {gap}",
    )


def drawing(found: AgainstSamples) -> list[dict]:
    ends = [math.log2(COUNTS[0]), math.log2(COUNTS[-1])]
    return [
        trace(["L_ICL"], "band", mode="lines", fill="toself", fillcolor=faint(BLUE, 0.18), line={"width": 0},
              **band(found, 0)),
        trace(["L_CL", "M", "loss"], "estimate", mode="lines+markers", line={"color": BLUE, "width": 2},
              marker={"size": 6, "color": BLUE}, **curve(found, 0)),
        trace(["L_upper", "gap"], "upper", mode="lines", line={"color": VERMILION, "width": 3},
              **points(np.array([[ends[0], found.upper], [ends[1], found.upper]]))),
        trace(["L_CL"], "now", marker={"size": 14, "color": ORANGE, "line": {"width": 2, "color": "white"}},
              **now(found, 0)),
    ]  # fmt: skip


def look(found: AgainstSamples) -> dict:
    margins = np.nan_to_num(2 * found.error)
    low = min(found.upper, float((found.estimate - margins).min()))
    high = max(found.upper, float((found.estimate + margins).max()))
    ticks = [2**power for power in range(0, 11, 2)]
    across = axis("dots from every cloud", range=[-0.3, math.log2(COUNTS[-1]) + 0.3],
                  tickvals=[math.log2(each) for each in ticks], ticktext=[f"{each:,}" for each in ticks])  # fmt: skip
    up = axis("loss", range=[low - 0.12 * (high - low), high + 0.12 * (high - low)])
    word = {"text": "L<sub>upper</sub>, the bound", "x": 1, "xref": "x domain", "xanchor": "right", "y": found.upper,
            "yanchor": "bottom", "showarrow": False, "font": {"size": 13}}  # fmt: skip
    return still(xaxis=across, yaxis=up, annotations=[word]) | {"margin": {"l": 54, "r": 12, "t": 12, "b": 44}}


def curve(found: AgainstSamples, place: int) -> dict:
    return points(np.stack([np.log2(found.counts), found.estimate], axis=1)[: place + 1])


def now(found: AgainstSamples, place: int) -> dict:
    return points(np.array([[math.log2(found.counts[place]), found.estimate[place]]]))


def band(found: AgainstSamples, place: int) -> dict:
    """Two standard errors around the estimates so far; one draw alone has none."""
    seen = slice(1, place + 1)
    x, middle, margin = np.log2(found.counts[seen]), found.estimate[seen], 2 * found.error[seen]
    above, below = np.stack([x, middle + margin], axis=1), np.stack([x, middle - margin], axis=1)
    return points(np.concatenate([above, below[::-1]]) if place else np.full((1, 2), np.nan))


def frame(found: AgainstSamples, place: int, row: SoftmaxRow) -> Frame:
    shown_terms = [MEMBER, *row.confused_with(RIVALS)]
    numbers = {f"s{each}": row.similarity[item] for each, item in enumerate(shown_terms)}
    numbers |= {f"w{each}": row.spread[item] for each, item in enumerate(shown_terms)}
    numbers |= {"one": row.loss, "upper": found.upper, "sampled": found.estimate[place]}
    numbers["gap"] = found.upper - found.estimate[place]
    shown = {name: f"{value:.3f}" for name, value in numbers.items()}
    error = found.error[place]
    shown |= {"M": f"{int(found.counts[place]):,}", "error": "nobody knows" if np.isnan(error) else f"{error:.3f}"}
    return Frame(shown["M"], [band(found, place), curve(found, place), {}, now(found, place)], shown)


def asked(found: AgainstSamples) -> Question:
    last, error, upper = float(found.estimate[-1]), float(found.error[-1]), found.upper
    right = 0 if last > upper + 2 * error else 2 if last < upper - 2 * error else 1
    return Question(
        text="We draw more and more dots. Where will the loss settle?",
        options=("Above the red line", "On the red line", "Below the red line"),
        right=right,
        reveal=len(COUNTS) - 1,
        because=f"With {COUNTS[-1]:,} dots it is {last:.3f}, give or take {error:.3f}; the line is at {upper:.3f}. "
        "Pressing the line down presses the loss down with it.",
    )
