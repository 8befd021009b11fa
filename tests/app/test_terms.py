"""Terms in a text: explained once, from the glossary, and nothing else in the text becomes HTML."""

import re

import pytest

from app.glossary import GLOSSARY
from app.pages.compare.tables_part import LEGEND
from app.pages.data.page import INTRODUCTION as DATA
from app.pages.train.page import INTRODUCTION as TRAIN
from app.pages.train.story import LIFTED, REBUILDING
from app.plain_text import plain
from app.terms import explained, first


def shown(text: str) -> list[str]:
    """What has a dotted line in it."""
    return re.findall(r"<dfn[^>]*>([^<]*)</dfn>", text)


def test_a_term_is_explained_where_it_first_stands_and_only_there():
    text = explained("The probe reads 70 % off z; the probe never learns z.", "probe", "z_n")
    assert shown(text) == ["probe", "z"] and text.count(">probe<") == 1
    assert text.index("<dfn") == len("The ") and GLOSSARY["probe"].meaning in text


def test_the_meaning_speaks_of_what_the_page_has():
    assert "member" in GLOSSARY["mu_n"].meaning
    assert "The middle of the cloud of graph n." in explained("the mean", "mu_n", item="graph")


def test_a_term_inside_a_word_is_none():
    assert first(GLOSSARY["z_n"], "a zebra, n_z") is None and explained("a zebra", "z_n") == "a zebra"


def test_a_meaning_that_has_other_terms_in_it_is_left_whole():
    text = explained("VGAE and network", "VGAE", "network")
    assert shown(text) == ["VGAE", "network"] and text.count("<dfn") == 2


def test_nothing_else_becomes_html():
    hostile = '<img src=x onerror="alert(1)"> z'
    assert "<img" not in explained(hostile, "z_n") and "&lt;img" in explained(hostile, "z_n")
    assert explained(plain("a<b> z"), "tau") == plain("a<b> z")  # what is already written to be read stays so


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        (TRAIN, ("graph", "tau")),
        (DATA, ("graph",)),
        (LEGEND, ("seed",)),
        (REBUILDING, ("VGAE",)),
        (LIFTED, ("probe", "z_n")),
        ("7 classes · homophily 0.81", ("homophily",)),
        ("loss 0.42 nats per pair", ("nats",)),
    ],
)
def test_the_pages_have_the_terms_that_they_explain(text: str, terms: tuple[str, ...]):
    assert len(shown(explained(text, *terms))) == len(terms)
