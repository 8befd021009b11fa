"""Text from outside is shown as text: nothing in it becomes a picture, a link, a formula, an icon or a list."""

import ast
import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from app.figures.coloring import by_column
from app.plain_text import JOINER, MOST, plain, plain_in_chart
from tests.app.waiting import LIMIT

APP = Path(__file__).resolve().parents[2] / "app"
SPEAKING = {"error", "warning", "info", "success", "markdown", "caption", "write", "toast"}


@pytest.mark.parametrize("text, shown", [
    ("x ![p](http://a.b/p.png)", f"x !\\[p\\](http:{JOINER}//a.b/p.png)"),
    ("**bold** `code` $x^2$", "\\*\\*bold\\*\\* \\`code\\` \\$x^2\\$"),
    ("IGCL_DATA _it_ __init__", "IGCL_DATA \\_it\\_ \\_\\_init\\_\\_"),
    (":material/home: :red[x]", f":{JOINER}material/home: :{JOINER}red\\[x\\]"),
    ("# head\n- item\n\n1. one", "\\# head - item 1. one"),
    ("www.a.b me@a.b", f"www{JOINER}.a.b me{JOINER}@a.b"),
    ("<b>&amp;</b> a->b --", f"\\<b\\>\\&amp;\\</b\\> a-{JOINER}\\>b -{JOINER}-"),
    ("tau must be above 0: what?", "tau must be above 0: what?"),
    ("- item", f"{JOINER}- item"),
    ("12. item", f"{JOINER}12. item"),
])  # fmt: skip
def test_every_mark_is_disarmed(text, shown):
    assert plain(text) == shown


def test_a_book_is_cut_short():
    assert len(plain("a" * 100_000)) == MOST + 1


def test_names_from_a_file_are_no_html_in_a_chart():
    assert plain_in_chart("<a href='x'>&") == "&lt;a href='x'&gt;&amp;"
    column = by_column("<b>mine</b>", ["<i>a</i>", "b"])
    assert column.title == "&lt;b&gt;mine&lt;/b&gt;" and column.names == ("&lt;i&gt;a&lt;/i&gt;", "b")


def test_a_link_cannot_draw_on_the_page():
    app = AppTest.from_file("../../streamlit_app.py", default_timeout=LIMIT)
    app.query_params.update({"dataset": "x ![p](http://a.b/p.png)", "tau": "[click](http://a.b)", "preset": "**b**"})
    app.run()
    said = [warning.value for warning in app.warning]
    assert not app.exception and len(said) == 3
    assert not any(re.search(r"(?<!\\)[\[*]|://", each) for each in said)


def test_no_page_shows_an_error_s_own_words_without_making_them_plain():
    """A bare variable or attribute handed to a box of Streamlit's is somebody's text: a problem, an error, a note."""
    bare = []
    for file in APP.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            speaks = isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args
            if speaks and node.func.attr in SPEAKING and "problem" in ast.unparse(node.args[0]):
                bare += [] if "plain(" in ast.unparse(node.args[0]) else [f"{file.name}:{node.lineno}"]
            if speaks and node.func.attr in SPEAKING and ".error" in ast.unparse(node.args[0]):
                bare += [] if "plain(" in ast.unparse(node.args[0]) else [f"{file.name}:{node.lineno}"]
    assert bare == []
