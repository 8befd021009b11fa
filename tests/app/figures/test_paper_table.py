"""The comparison as HTML."""

from app.figures.paper_table import paper_table
from igcl_core.reproduce.comparison import AddedRun, comparison, headings
from tests.reproduce.test_comparison import ROWS


def test_the_html_says_in_words_what_it_colours_and_escapes_names():
    html = paper_table(headings("nodes"), comparison("nodes", ROWS, [AddedRun("<b>", "cora", 0.5, "")]), "Nodes")
    assert html.count("background:") == 4 and "▲ above" in html and "▼ below" in html and "as printed" in html
    assert "&lt;b&gt;" in html and "public &lt;split&gt;" in html and "<b>" not in html
