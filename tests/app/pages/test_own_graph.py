"""Files dropped on the Data page: a preview with every guess to change, or a sentence and nothing kept."""

import networkx as nx
import pytest
from streamlit.testing.v1 import AppTest

from app.pages.data.dropped import kept_at
from tests.app.waiting import LIMIT, charts

CLUB = nx.karate_club_graph()
EDGES = ("edges.csv", "\n".join(["from,to", *(f"{a},{b}" for a, b in CLUB.edges)]).encode(), "text/csv")
ROWS = [f"{node},{about['club']},{node * 1.5},<b>{node}</b>" for node, about in CLUB.nodes(data=True)]
KEPT = kept_at("own")
NODES = ("nodes.csv", "\n".join(["id,club,age,note", *ROWS]).encode(), "text/csv")


def _page() -> None:
    from app.pages.data.own_graph import own_graph
    from app.session.server import visit

    own_graph(visit())


@pytest.fixture
def page() -> AppTest:
    return AppTest.from_function(_page, default_timeout=LIMIT).run()


def drop(page: AppTest, *files: tuple[str, bytes, str]) -> AppTest:
    page.file_uploader[0].set_value(list(files)).run()
    assert not page.exception
    return page


def widget(page: AppTest, label: str):
    return next(each for each in [*page.selectbox, *page.multiselect] if each.label == label)


def test_limits_are_said_before_anything_is_dropped(page):
    said = " ".join(each.value for each in page.caption)
    assert "20 MB a file" in said and "2,000,000 nodes" in said
    assert not page.button


def test_a_preview_counts_draws_and_says_what_was_guessed(page):
    drop(page, EDGES, NODES)
    counts = {each.label: each.value for each in page.metric}
    assert counts == {"Nodes": "34", "Edges": "78", "Features": "1", "Classes": "2", "Homophily": "0.86"}
    assert len(charts(page)) == 3
    assert widget(page, "Class").value == "club" and widget(page, "Features").value == ["age"]
    assert any("its name is 'club'" in each.value for each in page.caption)


def test_every_guess_can_be_changed_and_the_preview_follows(page):
    drop(page, EDGES, NODES)
    widget(page, "Class").set_value("").run()
    assert {each.label for each in page.metric} == {"Nodes", "Edges", "Features", "Classes"}
    widget(page, "Features").set_value([]).run()
    widget(page, "Made features").set_value("random walks").run()
    counts = {each.label: each.value for each in page.metric}
    assert counts["Features"] == "16" and counts["Classes"] == "0"


def test_a_mistake_gets_its_place_and_can_be_left_out(page):
    drop(page, EDGES, (NODES[0], NODES[1].replace(b",9.0,", b",old,"), NODES[2]))
    assert "row 8, column 'age'" in page.error[0].value and not page.button
    assert page.session_state[KEPT].found is None
    widget(page, "Features").set_value([]).run()
    assert not page.error and page.button


@pytest.mark.parametrize("content", [b"", b"\x80\x04\x95", b"a,b\n1\n", b"x" * 100])
def test_what_cannot_be_read_leaves_nothing_behind(page, content):
    drop(page, EDGES)
    drop(page, ("bad.csv", content, "text/csv"))
    assert len(page.error) == 1 and not page.metric and page.session_state[KEPT].found is None
    page.file_uploader[0].set_value(None).run()
    assert KEPT not in page.session_state and not page.error
