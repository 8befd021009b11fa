"""Waiting for what happens beside a test: no test guesses how long something takes, a limit only ends what hangs."""

import re
import time
from collections.abc import Callable

from streamlit.testing.v1 import AppTest

LIMIT = 300.0  # seconds, some hundred times what the slowest wait takes
TERM = re.compile(r"</?dfn[^>]*>")


def until(condition: Callable[[], object], limit: float = LIMIT) -> None:
    """Look again and again until it is so."""
    end = time.monotonic() + limit
    while not condition():
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.01)


def refreshed(app: AppTest, condition: Callable[[AppTest], object]) -> AppTest:
    """Run a page again, for AppTest has no timer, until it shows what is waited for."""
    end = time.monotonic() + LIMIT
    while not condition(app):
        assert time.monotonic() < end, f"it never happened; the page says: {words(app)}"
        assert not app.exception, app.exception[0].value
        time.sleep(0.05)
        app.run()
    return app


def words(app: AppTest) -> str:
    """What a page says in captions and texts, as it is read: without the marks of explained terms."""
    return TERM.sub("", "\n".join(each.value for each in [*app.caption, *app.markdown]))


def charts(app: AppTest) -> list:
    """The live plots of a page: all components but the tape, the keys and what the tab remembers."""
    return [each for each in app.get("bidi_component") if each.key not in ("keeper", "tape", "present-keys")]
