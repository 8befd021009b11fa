"""Waiting for a page in AppTest, which has no timer."""

import time
from collections.abc import Callable

from streamlit.testing.v1 import AppTest


def refreshed(app: AppTest, condition: Callable[[AppTest], bool], timeout: float = 60) -> AppTest:
    """Run the page again until it shows what is waited for."""
    end = time.monotonic() + timeout
    while not condition(app):
        assert time.monotonic() < end, "it never happened"
        time.sleep(0.1)
        app.run()
    return app
