"""Scene 5: the contrastive loss pulls every z to its own dot and pushes it away from the dots of the others."""

from __future__ import annotations

import numpy as np

from app.figures.chart import Chart
from app.figures.lesson import clouds, lines, plane, points, trace
from app.figures.palette import FAINT, class_color
from app.plot.scene import Frame, Own, Question, Scene
from igcl_core.analysis.lesson import TAU, club, contrast_terms, descend, dots

TITLE = "Pull and push"
MEMBERS = (0, 1, 5, 23, 30, 33)
RIVALS = (1, 2, 5)
LOOKED_AT = 0
STEPS, RATE, SEED, RADIUS = 40, 0.12, 2, 0.35


def scene() -> Scene:
    here = club()
    rows, y = list(MEMBERS), here.graphs.y[list(MEMBERS)]
    mu, sigma = here.trained.mu[rows], here.trained.sigma[rows]
    a = dots(mu, sigma, 1, SEED)[0]
    path = descend(start(), a[None], TAU, STEPS, RATE)
    return Scene(
        name="pull-push",
        title=TITLE,
        sentence="Each [[z_n|z]] is [[pull|pulled]] to its own dot [[a_n|a]] "
        "and [[push|pushed]] away from everybody else's.",
        control="Steps of pull and push",
        reading="The [[loss]] is {loss}.",
        formula=formula(),
        question=asked(path),
        own=Own("gaussians", "See who pushes whom in your own run", "One node"),
        alt="Six members: each z moves from the middle to its own dot and away from the others",
        chart=Chart(
            drawing(mu, sigma, a, path, y), plane(np.concatenate([path.reshape(-1, 2), mu - sigma, mu + sigma]))
        ),
        frames=tuple(frame(path[: step + 1], a) for step in range(STEPS + 1)),
        ends=("before", f"after {STEPS} steps"),
    )


def start() -> np.ndarray:
    """All z near the middle, on a small circle."""
    angle = 2 * np.pi * np.arange(len(MEMBERS)) / len(MEMBERS) + 1.0
    return RADIUS * np.stack([np.cos(angle), np.sin(angle)], axis=1)


def formula() -> tuple[str, ...]:
    below = " + ".join(f"[[exp]]({{e{place}}})" for place in range(len(MEMBERS)))
    return (
        "score of member [[m]] for the dot of member 1: [[z_n|z_m]] [[product|·]] [[a_n|a_1]] / [[tau]], "
        f"with [[tau]] = {TAU:g}; its own score is {{own}}",
        f"[[softmax|share]] of the own one: [[exp]]({{own}}) / ({below}) = {{share}}",
        "[[loss]] of member 1: −[[log]] {share} = {one}; the mean over all six is [[L_CL]] = {loss}",
    )


def drawing(mu: np.ndarray, sigma: np.ndarray, a: np.ndarray, path: np.ndarray, y: np.ndarray) -> list[dict]:
    colors = [class_color(int(label)) for label in y]
    names = [str(member + 1) for member in MEMBERS]
    return [
        *clouds(mu, sigma, y),
        trace(["pull"], "ties", mode="lines", line={"color": FAINT, "width": 1.5, "dash": "dot"}, **lines(path[0], a)),
        trace(["push"], "trails", mode="lines", line={"color": FAINT, "width": 2}, **trails(path[:1])),
        trace(["a_n"], "a", **points(a), marker={"symbol": "diamond", "size": 12, "color": colors,
                                                  "line": {"width": 1.5, "color": "white"}}),
        trace(["z_n"], "z", **points(path[0]), marker={"size": 20, "color": colors,
                                                        "line": {"width": 1.5, "color": "white"}}),
        trace(["z_n", "n", "m"], "names", mode="text", text=names, textfont={"size": 10, "color": "white"},
              **points(path[0])),
    ]  # fmt: skip


def trails(path: np.ndarray) -> dict:
    gap = np.full((1, path.shape[1], 2), np.nan)
    return points(np.concatenate([path, gap]).transpose(1, 0, 2).reshape(-1, 2))


def frame(path: np.ndarray, a: np.ndarray) -> Frame:
    z = path[-1]
    each = [contrast_terms(z, a[item], TAU, item) for item in range(len(z))]
    own = each[LOOKED_AT]
    numbers = {f"e{place}": value for place, value in enumerate(own.exponent)}
    numbers |= {"own": own.exponent[LOOKED_AT], "share": own.weight[LOOKED_AT], "one": own.loss}
    numbers["loss"] = float(np.mean([terms.loss for terms in each]))
    shown = {name: f"{value:.3f}" for name, value in numbers.items()}
    return Frame(str(len(path) - 1), [{}, {}, lines(z, a), trails(path), {}, points(z), points(z)], shown)


def asked(path: np.ndarray) -> Question:
    moved = np.linalg.norm(path[-1] - path[0], axis=1)
    right = max(range(len(RIVALS)), key=lambda place: moved[RIVALS[place]])
    found = ", ".join(f"{MEMBERS[place] + 1} by {moved[place]:.2f}" for place in RIVALS)
    return Question(
        text="Which of these three will move most?",
        options=tuple(f"Member {MEMBERS[place] + 1}" for place in RIVALS),
        right=right,
        reveal=STEPS,
        because=f"They moved: {found}. A dot that is far out pulls hard, and whoever sits in a rival's way is pushed.",
    )
