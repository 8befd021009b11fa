"""A light visitor: speaks Streamlit's websocket protocol as a browser does, and draws nothing."""

from __future__ import annotations

import asyncio
import re
import time
from collections import deque

from streamlit.proto.Alert_pb2 import Alert
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import ClientConnection, connect

KEPT_HASHES = 40
STEP = re.compile(r"step ([\d,]+) of")
OPENED = STEP.pattern  # what the page says once it shows its first run
DATASETS = ("digits", "cora")


def train_page(number: int) -> str:
    """The link of one of many visitors: every other one trains on Cora, each with a seed of their own."""
    return f"dataset={DATASETS[number % len(DATASETS)]}&epochs=100000&seed={number}"


class LightVisitor:
    """Somebody at a page: answers its timers, presses its buttons, and reads the words of its progress bar."""

    def __init__(self, address: str, query: str):
        self.stream = address.replace("http", "ws", 1) + "/_stcore/stream"
        self.query = query
        self.words, self.refreshes, self.received = "", 0, 0
        self.problems: list[str] = []
        self._page = ""
        self._buttons: dict[str, tuple[str, str]] = {}
        self._timers: dict[str, tuple[float, asyncio.Task]] = {}
        self._known: deque[str] = deque(maxlen=KEPT_HASHES)
        self._news = asyncio.Condition()
        self._socket: ClientConnection | None = None

    async def open(self) -> None:
        """Connect, and ask for the page."""
        about = {"subprotocols": ["streamlit"], "max_size": None, "compression": None, "ping_interval": None}
        self._socket = await connect(self.stream, **about)
        self._reader = asyncio.create_task(self._read())
        await self._ask()

    async def close(self) -> None:
        """Leave as a closed tab does."""
        self._stop_timers()
        self._reader.cancel()
        await self._socket.close()

    @property
    def step(self) -> int:
        """The step the page shows."""
        found = STEP.search(self.words)
        return int(found[1].replace(",", "")) if found else -1

    async def press(self, label: str) -> None:
        widget, fragment = self._buttons[label]
        await self._ask(fragment, press=widget)

    async def until(self, words: str, timeout: float) -> float:
        """Seconds until the progress bar says this; `timeout` if it never does."""
        start = time.monotonic()
        try:
            async with asyncio.timeout(timeout), self._news:
                await self._news.wait_for(lambda: re.search(words, self.words))
        except TimeoutError:
            return timeout
        return time.monotonic() - start

    async def _ask(self, fragment: str = "", press: str = "", timed: bool = False) -> None:
        """Have the page, or one of its fragments, run."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_script_hash, state.fragment_id = self.query, self._page, fragment
        state.is_auto_rerun = timed
        state.cached_message_hashes.extend(self._known)
        if press:
            widget = state.widget_states.widgets.add()
            widget.id, widget.trigger_value = press, True
        await self._socket.send(message.SerializeToString())

    async def _read(self) -> None:
        async for data in self._socket:
            message = ForwardMsg()
            message.ParseFromString(data)
            self.received += len(data)
            await self._take(message)

    async def _take(self, message: ForwardMsg) -> None:
        if message.metadata.cacheable and message.hash not in self._known:
            self._known.append(message.hash)
        match message.WhichOneof("type"):
            case "new_session":
                self._page = message.new_session.page_script_hash
                if not message.metadata.run.fragment_ids:
                    self._stop_timers()
            case "page_info_changed":
                self.query = message.page_info_changed.query_string
            case "auto_rerun":
                self._time(message.auto_rerun.fragment_id, message.auto_rerun.interval)
            case "stop_auto_rerun":
                for fragment in message.stop_auto_rerun.fragment_ids:
                    self._stop(fragment)
            case "delta":
                await self._see(message)

    async def _see(self, message: ForwardMsg) -> None:
        """Take note of buttons, of errors, and of the words of the first progress bar."""
        element, fragment = message.delta.new_element, message.delta.fragment_id
        match element.WhichOneof("type"):
            case "button":
                self._buttons[element.button.label] = element.button.id, fragment
            case "exception":
                self.problems.append(element.exception.message)
            case "alert" if element.alert.format == Alert.ERROR:
                self.problems.append(element.alert.body)
            case "progress":
                async with self._news:
                    self.words, self.refreshes = element.progress.text, self.refreshes + 1
                    self._news.notify_all()

    def _time(self, fragment: str, interval: float) -> None:
        if self._timers.get(fragment, (None,))[0] != interval:
            self._stop(fragment)
            self._timers[fragment] = interval, asyncio.create_task(self._repeat(fragment, interval))

    async def _repeat(self, fragment: str, interval: float) -> None:
        while True:
            await asyncio.sleep(interval)
            await self._ask(fragment, timed=True)

    def _stop(self, fragment: str) -> None:
        if fragment in self._timers:
            self._timers.pop(fragment)[1].cancel()

    def _stop_timers(self) -> None:
        for fragment in list(self._timers):
            self._stop(fragment)
