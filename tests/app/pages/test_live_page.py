"""The live page: what ends while it is drawn is shown, too."""

from streamlit.testing.v1 import AppTest

from tests.app.waiting import LIMIT


def _page():
    import time

    import streamlit as st

    from app.pages.live_page import live_page
    from app.session.background import Want, once
    from app.session.server import visit

    here = visit()
    while here.busy:
        time.sleep(0.01)

    def draw(view):
        st.write(f"The answer is {here.background.answer('question')}.")
        here.background.want([Want("question", once(lambda: 42))])
        while here.background.busy:
            time.sleep(0.01)

    live_page(here, draw)


def test_an_answer_that_comes_while_the_page_is_drawn_is_shown():
    page = AppTest.from_function(_page, default_timeout=LIMIT).run()
    assert not page.exception
    assert [each.value for each in page.markdown if "answer" in each.value] == ["The answer is 42."]
