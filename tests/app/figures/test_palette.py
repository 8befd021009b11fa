"""Colours: different for everybody, on a light and on a dark page."""

import tomllib
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from app.figures.palette import CLASSES, CURVES, INK, PHASES, RUNS, class_color, faint, run_color
from igcl_core import METRICS

# Machado, Oliveira and Fernandes (2009), full severity, on linear RGB.
SIGHTS = {
    "normal": np.eye(3),
    "deuteranopia": [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
    "protanopia": [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
}
XYZ = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
LOOKS = tomllib.loads((Path(__file__).resolve().parents[3] / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
PAGES = ("light", "dark")
TEXT, LINE = 4.5, 3.0  # WCAG 2.2, level AA: text; lines and other graphical objects


def linear(color: str) -> np.ndarray:
    rgb = np.array([int(color[place : place + 2], 16) for place in (1, 3, 5)]) / 255
    return np.where(rgb <= 0.04045, rgb / 12.92, ((rgb + 0.055) / 1.055) ** 2.4)


def lab(color: str, sight: str) -> np.ndarray:
    xyz = XYZ @ np.clip(np.array(SIGHTS[sight]) @ linear(color), 0, 1) / XYZ.sum(axis=1)
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def contrast(one: str, other: str) -> float:
    low, high = sorted(float((XYZ @ linear(color))[1]) for color in (one, other))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("sight", SIGHTS)
def test_no_two_classes_look_alike(sight):
    assert len(set(CLASSES)) == len(CLASSES) >= 10
    assert min(np.linalg.norm(lab(a, sight) - lab(b, sight)) for a, b in combinations(CLASSES, 2)) > 15


def test_the_first_seven_classes_are_farther_apart():
    assert min(np.linalg.norm(lab(a, s) - lab(b, s)) for a, b in combinations(CLASSES[:7], 2) for s in SIGHTS) > 25


@pytest.mark.parametrize("page", PAGES)
def test_every_colour_is_seen_on_the_page(page):
    drawn = {*CLASSES, *CURVES.values(), *RUNS, *PHASES.values(), INK, *LOOKS[page]["chartCategoricalColors"]}
    weak = {color: contrast(color, LOOKS[page]["backgroundColor"]) for color in drawn}
    assert {color: found for color, found in weak.items() if found < LINE} == {}


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("paper", ["backgroundColor", "secondaryBackgroundColor"])
def test_every_text_is_read_on_the_page(page, paper):
    for color in ("textColor", "linkColor"):
        assert contrast(LOOKS[page][color], LOOKS[page][paper]) >= TEXT
    assert contrast(LOOKS[page]["primaryColor"], "#ffffff") >= TEXT  # a button's words are white


def test_runs_never_take_the_colour_of_a_curve_they_lie_under():
    shown_together = {"reconstruction", "kl", "upper", "attraction", "repulsion", "implicit", "z_norm", "sigma"}
    assert not {CURVES[metric] for metric in shown_together} & set(RUNS)
    assert set(CURVES) <= set(METRICS)


def test_colours_go_round_when_there_are_more_classes_than_colours():
    assert class_color(len(CLASSES) + 2) == CLASSES[2] and run_color(len(RUNS)) == RUNS[0]


def test_a_faint_colour_keeps_its_hue():
    assert faint("#0072B2", 0.25) == "rgba(0, 114, 178, 0.25)"
