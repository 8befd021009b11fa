"""Held file: a file that is made when its button is pressed stays until the browser has come for it.

Streamlit takes such a file for an orphan, and deletes it at the second drawing of any visitor's page after it was made:
in a lab that draws twice a second, before a slow browser asks for it. So this session holds it, until another file of
the same button takes its place, the whole page is drawn anew, or the session ends.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from streamlit import runtime
from streamlit.runtime.scriptrunner import add_script_run_ctx, get_script_run_ctx


def held(make: Callable[[], bytes | str], name: str, mime: str) -> Callable[[], bytes]:
    """What makes the file, for a download button that this session draws now under this name."""
    session = get_script_run_ctx()

    def made() -> bytes:
        data = make()
        data = data.encode() if isinstance(data, str) else data
        if runtime.exists():
            holder = threading.Thread(target=_hold, args=(data, name, mime))
            add_script_run_ctx(holder, session)
            holder.start()
            holder.join()
        return data

    return made


def _hold(data: bytes, name: str, mime: str) -> None:
    """Only a thread of the session can hold its files."""
    files = runtime.get_instance().media_file_mgr
    files.add(data, mime, coordinates=f"held/{name}", file_name=name, is_for_static_download=True)
