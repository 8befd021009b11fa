"""The chooser of the run shown: it shows what is chosen, and never brings back the run that a new one replaced."""

from streamlit.testing.v1 import AppTest

from tests.app.waiting import LIMIT


def _page():
    import streamlit as st

    from app.controls.which_run import which_run
    from app.session.choice import Choice
    from app.session.server import visit

    here = visit()
    while len(here.live_runs) < 3:
        here.begin(Choice(changes={"seed": len(here.live_runs)}))
    st.button("New", key="new", on_click=lambda: here.begin(Choice(changes={"seed": 9})))
    which_run(here, choosable=True)
    st.write(f"run {here.current.number}")


def test_a_chosen_run_is_shown_and_a_new_one_is_not_taken_back():
    page = AppTest.from_function(_page, default_timeout=LIMIT).run()
    assert page.markdown[0].value == "run 3"
    page.selectbox[0].select(1).run()
    assert page.markdown[0].value == "run 1" and page.selectbox[0].value == 1
    before = page.selectbox[0].key
    page.button(key="new").click().run()
    assert page.markdown[0].value == "run 4" and page.selectbox[0].value == 4
    assert page.selectbox[0].key != before  # a late word of the widget before is about that widget, not about this one
    page.run()
    assert page.markdown[0].value == "run 4" and not page.exception
