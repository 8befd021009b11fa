"""The lesson's words: whatever is no everyday word is in the glossary, and the glossary explains in everyday words.

`everyday_words.txt` lists the plain words the lesson may use. A new word of the trade belongs into the glossary.
"""

import re
from pathlib import Path

import pytest

from app.glossary import GLOSSARY
from app.pages.learn import playground
from app.pages.learn.markup import plain_words, terms
from app.pages.learn.scenes import MAKERS, scene

EVERYDAY = set(Path(__file__).with_name("everyday_words.txt").read_text("utf-8").split())
SIGNS = set("()[]{}.,:;?!'’-−–…·/+=√²<>✓✗\"“”")
WORD = re.compile(r"[^\W\d_²]+(?:_\w+)?(?:'[a-z]+)?|[^\s\w]")
SCENES = [*(pytest.param(lambda number=number: scene(number).texts, id=f"scene {number}")
            for number in range(1, len(MAKERS) + 1)),
          pytest.param(lambda: playground.TEXTS, id="be the loss")]  # fmt: skip


def known() -> set[str]:
    """Every form of every term, and the letters its symbol is made of."""
    shown = {form for term in GLOSSARY.values() for form in (term.symbol, term.name, *term.forms)}
    return {word for form in (*shown, *GLOSSARY) for word in WORD.findall(form)} | SIGNS


def unknown(text: str, allowed: set[str]) -> list[str]:
    words = [re.sub(r"_\w+$", "", word) for word in WORD.findall(plain_words(text))]
    return [word for word in words if word not in allowed and word.lower() not in allowed]


@pytest.mark.parametrize("texts", SCENES)
def test_every_word_of_the_lesson_is_plain_or_explained(texts):
    allowed = known() | EVERYDAY
    assert [word for text in texts() for word in unknown(text, allowed)] == []


@pytest.mark.parametrize("texts", SCENES)
def test_every_symbol_of_the_lesson_can_be_pointed_at_somewhere_on_its_page(texts):
    greek = {"μ": "mu_n", "σ": "sigma_n", "τ": "tau", "ε": "epsilon", "Σ": "sum"}
    everything = " ".join(texts())
    explained = set(terms(everything))
    assert {greek[letter] for letter in everything if letter in greek} <= explained


def test_the_glossary_explains_itself_in_plain_words():
    allowed = known() | EVERYDAY
    assert [word for term in GLOSSARY.values() for word in unknown(term.meaning, allowed)] == []


def test_a_word_of_the_trade_is_noticed():
    assert unknown("the eigenvector of the graph", known() | EVERYDAY) == ["eigenvector"]


def test_no_everyday_word_is_kept_that_nobody_uses():
    texts = [text for number in range(1, len(MAKERS) + 1) for text in scene(number).texts]
    texts += [*playground.TEXTS, *(term.meaning for term in GLOSSARY.values())]
    used = {word.lower() for text in texts for word in WORD.findall(plain_words(text))}
    assert EVERYDAY - used == set()
