"""Lesson: the numbers behind the pictures of the Learn page, all from the losses, the VGAE and the data of the core."""

from igcl_core.analysis.lesson.club import TAU, WARMUP, Club, Moment, club
from igcl_core.analysis.lesson.dots import dots, within
from igcl_core.analysis.lesson.links import distances, link_probabilities, pairs, verdicts
from igcl_core.analysis.lesson.papers import Papers, papers
from igcl_core.analysis.lesson.plane import contrast_terms, descend, gradient

__all__ = [
    "Club",
    "Moment",
    "Papers",
    "TAU",
    "WARMUP",
    "club",
    "contrast_terms",
    "descend",
    "distances",
    "dots",
    "gradient",
    "link_probabilities",
    "pairs",
    "papers",
    "verdicts",
    "within",
]
