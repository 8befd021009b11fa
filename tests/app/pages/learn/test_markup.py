"""Markup of the lesson: terms, numbers, low and high, and nothing else gets through as HTML."""

import pytest

from app.pages.learn.markup import html, plain_words, terms


def test_a_term_is_explained_and_set_low():
    assert html("[[z_n]]") == '<dfn tabindex="0" data-term="z_n">z<sub>n</sub></dfn>'
    assert html("[[mu_n|μ_17]]") == '<dfn tabindex="0" data-term="mu_n">μ<sub>17</sub></dfn>'


def test_a_number_is_a_place_for_the_browser():
    assert html("{own} of 100") == '<span class="number" data-number="own"></span> of 100'


def test_text_stays_text():
    assert html("a < b & <b>") == "a &lt; b &amp; &lt;b&gt;"


def test_the_terms_of_a_text_are_known_by_name():
    assert terms("[[z_n|z]] and [[tau]]") == ["z_n", "tau"]


def test_an_unknown_term_is_an_error():
    with pytest.raises(KeyError):
        html("[[nonsense]]")


def test_what_one_reads_has_no_marks():
    assert plain_words("[[z_n|z]] is {own}").split() == ["z", "is"]
