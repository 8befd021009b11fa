"""Scales of colour: skewed numbers are spread, and the colour bar says how."""

import numpy as np
import pytest

from app.figures.coloring import by_value
from app.figures.panes import Pane, panes_figure
from app.figures.scale import placed

DEGREES = np.concatenate([np.repeat([1, 2, 3, 4, 5], 100), [30, 60, 168]]).astype(np.float32)


def test_even_numbers_stay_as_they_are():
    found = placed(np.arange(50, dtype=np.float32))
    assert found.words == "" and found.ticks == {} and found.value.tolist() == list(range(50))


def test_degrees_get_a_logarithmic_scale_with_ticks_in_degrees():
    found = placed(DEGREES)
    assert found.words == ", log scale" and found.ticks["ticktext"] == ["1", "2", "5", "10", "20", "50", "100"]
    assert found.value == pytest.approx(np.log10(DEGREES))
    assert found.ticks["tickvals"] == pytest.approx(np.log10([1, 2, 5, 10, 20, 50, 100]))


def test_what_has_no_logarithm_is_ranked_and_what_is_missing_stays_so():
    found = placed(np.array([0, 0, 1, 2, 3, 4, 5, 1000, np.nan], np.float32))
    assert found.words == ", by rank" and np.isnan(found.value[-1])
    assert (np.diff(found.value[1:8]) > 0).all() and found.ticks["ticktext"][-1] == "1e+03"


def test_the_colour_bar_says_the_scale_and_the_pointer_reads_the_number():
    figure = panes_figure([Pane("map", np.zeros((len(DEGREES), 2)))], by_value("degree", DEGREES))
    assert figure.layout.coloraxis.colorbar.title.text == "degree, log scale"
    assert figure.data[0].text[-1] == "168" and "%{text}" in figure.data[0].hovertemplate
