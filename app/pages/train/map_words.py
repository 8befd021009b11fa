"""Map words: what the map shows, at which step, and how much of it."""

from __future__ import annotations

from app.figures.far import far_rows, far_words
from app.pages.train.drawn_map import points_of
from app.pages.train.story import learner
from app.session.live_run import View


def map_words(view: View) -> str:
    """Means with their ellipses, or z; the share of variance; whether training saw the colours; what lies far out."""
    shown, item = view.picture, view.graphs.task
    share = f"{shown.plane.share:.0%} of {'their' if shown.of_means else 'its'} variance"
    if shown.of_means:
        what = f"PCA of the {learner(view)}'s means μ at step {shown.step:,}, {share}, with {ellipse_words(view)}."
    else:
        what = f"PCA of z at step {shown.step:,}, {share}."
    seen = "saw the colours of its training items only" if view.method.supervised else "never saw the colours"
    far = far_words(len(far_rows(shown.plane.xy)), item)
    return f"{what}{points_words(view)} Training {seen}.{f' {far}.' if far else ''}"


def points_words(view: View) -> str:
    """How many are drawn, where not all are."""
    points = points_of(view.graphs)
    if points is None:
        return ""
    return f" Drawn: {len(points):,} of {view.graphs.num_items:,} {view.graphs.task}s, each class with its share."


def short_map_words(view: View) -> str:
    """The same from afar."""
    shown = view.picture
    what = f"the {learner(view)}'s means μ with 1-σ ellipses" if shown.of_means else "z"
    return f"PCA of {what}, step {shown.step:,}"


def ellipse_words(view: View) -> str:
    """Whose ellipses are drawn."""
    drawn, items = len(view.picture.rows), len(view.picture.plane.xy)
    return "an ellipse of 1 σ each" if drawn == items else f"the 1-σ ellipses of {drawn} of {items:,}"
