"""The running app and a real browser, for the tests of this folder."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.visitor import LONG

expect.set_options(timeout=LONG)
ROOT = Path(__file__).resolve().parents[2]
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """A browser that a busy machine starves may fail a test once: it is run again, once, and the report says so."""
    for item in items:
        if item.get_closest_marker("browser"):
            item.add_marker(pytest.mark.flaky(reruns=1))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a browser; without one these tests are skipped, but in CI they fail."""
    path = os.environ.get("CHROMIUM") or shutil.which("chromium")
    if path is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)("The browser tests need chromium: install it.")
    return path


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app, with a minute for a reload."""
    yield from served(tmp_path_factory, grace=60)


@pytest.fixture(scope="session")
def forgetful(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app, letting the runs of a closed tab go nearly at once, and saving none of them."""
    yield from served(tmp_path_factory, grace=1, runs="off")


@pytest.fixture(scope="session")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The app as it opens for everybody: on the recorded run of Cora, without Cora's data."""
    yield from served(tmp_path_factory, grace=60, first="cora")


def served(
    tmp_path_factory: pytest.TempPathFactory, grace: int, first: str = "sample", runs: str = ""
) -> Iterator[str]:
    """The app on a free port of this machine, with a cache folder of its own, opening on a saved run."""
    lab = Lab(tmp_path_factory.mktemp("lab"), grace, first, runs)
    try:
        lab.start()
        yield lab.address
    finally:
        lab.end()


class Lab:
    """The app as a process that can be ended, and started again at the same address and with the same folders."""

    def __init__(self, folder: Path, grace: int, first: str = "sample", runs: str = ""):
        self.port, self.log, self.runs = free_port(), folder / "log.txt", folder / "cache" / "runs"
        self.address = f"http://127.0.0.1:{self.port}"
        self.environment = {**os.environ, "IGCL_CACHE": str(folder / "cache"), "IGCL_RUNS": runs}
        self.environment |= {"IGCL_OFFLINE": "1", "IGCL_GRACE": str(grace)}
        self.environment |= {"IGCL_FIRST_RUN": str(ROOT / "assets" / f"{first}.igcl")}
        self.app: subprocess.Popen | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py"]
        command += ["--server.address=127.0.0.1", f"--server.port={self.port}", "--server.headless=true"]
        about = {"cwd": ROOT, "env": self.environment, "stderr": subprocess.STDOUT}
        with self.log.open("a") as file:
            self.app = subprocess.Popen(command, stdout=file, **about)
        wait_until_healthy(self.address, self.app, self.log)

    def kill(self) -> None:
        """At once, as the system does that runs out of memory."""
        self.app.kill()
        self.app.wait()

    def end(self) -> None:
        """In good order."""
        if self.app is not None:
            self.app.terminate()
            self.app.wait(timeout=LONG / 1000)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_healthy(url: str, app: subprocess.Popen, log: Path, seconds: float = LONG / 1000) -> None:
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and app.poll() is None:
        try:
            with urllib.request.urlopen(f"{url}/_stcore/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    app.terminate()
    pytest.fail(f"The app did not start:\n{log.read_text()}")


@pytest.fixture(scope="session")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser, address: str) -> Iterator[Page]:
    """A fresh visitor. The test fails if the page logs an error or throws one."""
    context = browser.new_context(base_url=address, viewport={"width": 1440, "height": 900})
    page = context.new_page()
    page.set_default_timeout(LONG)
    errors: list[str] = []
    page.on(
        "console",
        lambda message: errors.append(f"{message.text} {message.location}") if message.type == "error" else None,
    )
    page.on("pageerror", lambda error: errors.append(str(error)))
    yield page
    context.close()
    assert errors == []
