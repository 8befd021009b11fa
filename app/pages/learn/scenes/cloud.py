"""Scene 3: the VGAE gives every node a cloud, wide where little is known."""

from __future__ import annotations

import numpy as np
from scipy.special import expit

from app.figures.chart import Chart
from app.figures.lesson import clouds, means, plane, points, rings
from app.plot.scene import Frame, Own, Question, Scene
from igcl_core.analysis.lesson import Club, Moment, club

TITLE = "A cloud for every node"
RIVALS = (0, 9, 11)
PAIR = (0, 1)


def scene() -> Scene:
    here = club()
    y, moments = here.graphs.y, here.learning
    start = moments[0]
    last = moments[-1]
    data = [*clouds(start.mu, start.sigma, y), means(start.mu, y)]
    room = np.concatenate([last.mu - last.sigma, last.mu + last.sigma, start.mu - start.sigma, start.mu + start.sigma])
    return Scene(
        name="cloud",
        title=TITLE,
        sentence="One dot pretends to be sure, so the [[VGAE]] draws a [[cloud]] instead: "
        "a middle [[mu_n|μ]] and a width [[sigma_n|σ]] for every member.",
        control="Training step of the VGAE",
        reading="It picks the real friends out of {auc} of 100 mixed pairs.",
        formula=(
            "[[mu_n|μ_1]] = ({x1}, {y1}), [[sigma_n|σ_1]] = ({sx}, {sy}); [[mu_n|μ_2]] = ({x2}, {y2})",
            "[[chance]] = 1 / (1 + [[exp]](−({x1} · {x2} + {y1} · {y2}))) = {chance}: are 1 and 2 friends?",
            "[[loss]] of the VGAE: [[reconstruction|rebuilding]] {rebuild}, and [[KL]] {kl}",
        ),
        question=asked(here),
        own=Own("gaussians", "See the clouds of your own run"),
        alt="34 clouds, one for each member; while the VGAE learns they shrink and move apart",
        chart=Chart(data, plane(room, 0.04)),
        frames=tuple(frame(moment, y) for moment in moments),
        ends=("untrained", "trained"),
    )


def frame(moment: Moment, y: np.ndarray) -> Frame:
    mu, sigma = np.asarray(moment.mu, np.float64), np.asarray(moment.sigma, np.float64)
    first, second = mu[list(PAIR)]
    numbers = {"x1": first[0], "y1": first[1], "x2": second[0], "y2": second[1], "sx": sigma[0, 0], "sy": sigma[0, 1]}
    numbers |= {"chance": expit(first @ second), "rebuild": moment.metrics["reconstruction"]}
    shown = {name: f"{value:.3f}" for name, value in numbers.items()}
    shown |= {"kl": f"{moment.metrics['kl']:.3f}", "auc": f"{100 * moment.metrics['edge_auc']:.0f}"}
    outlines = [rings(mu[y == label], sigma[y == label]) for label in np.unique(y)]
    return Frame(str(moment.step), [*outlines, points(mu)], shown)


def asked(here: Club) -> Question:
    """Where is most known? The narrowest of three clouds after the training."""
    widths, degree = here.learning[-1].sigma.mean(axis=1), here.graphs.degree
    narrow = min(RIVALS, key=lambda member: widths[member])
    found = ", ".join(f"{widths[member]:.2f} for member {member + 1}" for member in RIVALS)
    return Question(
        text="Who will get the smallest cloud?",
        options=tuple(f"Member {member + 1}, with {counted(int(degree[member]))}" for member in RIVALS),
        right=RIVALS.index(narrow),
        reveal=len(here.learning) - 1,
        because=f"The widths are now {found}. Many friends tell much about a member, so there is less to doubt.",
    )


def counted(friends: int) -> str:
    return f"{friends} friend" if friends == 1 else f"{friends} friends"
