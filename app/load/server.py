"""The app as a process of its own on a free port of this machine, for measuring."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def served(**environment: str) -> Iterator[tuple[str, int]]:
    """The app's address and its process id. What it saves goes when it ends."""
    with TemporaryDirectory() as runs:
        yield from _served({"IGCL_RUNS": runs, **environment})


def _served(environment: dict[str, str]) -> Iterator[tuple[str, int]]:
    port = free_port()
    command = [sys.executable, "-m", "streamlit", "run", "streamlit_app.py"]
    command += ["--server.address=127.0.0.1", f"--server.port={port}", "--server.headless=true"]
    quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    app = subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, **quiet)
    address = f"http://127.0.0.1:{port}"
    try:
        wait_until_healthy(address)
        yield address, app.pid
    finally:
        app.terminate()
        app.wait(timeout=30)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_until_healthy(address: str, seconds: float = 60) -> None:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            urllib.request.urlopen(f"{address}/_stcore/health", timeout=2)
            return
        except OSError:
            time.sleep(0.2)
    raise TimeoutError(f"The app did not answer at {address} within {seconds:g} seconds.")


def resident(process: int) -> float:
    """MB of memory that a process holds."""
    return int(Path(f"/proc/{process}/status").read_text().split("VmRSS:")[1].split()[0]) / 1000


def has_children(process: int) -> bool:
    """Whether a process has others at work for it, as the lab has that compiles its maps."""
    stats = (path for path in Path("/proc").glob("[0-9]*/stat"))
    return any(_parent(stat) == process for stat in stats)


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rsplit(")", 1)[1].split()[1])
    except OSError:  # it has ended meanwhile
        return 0


def processor_seconds(process: int) -> tuple[float, float]:
    """Seconds that all threads of a process have computed, and those of its first thread: the event loop."""
    return tuple(_seconds(Path(f"/proc/{process}") / part) for part in ("stat", f"task/{process}/stat"))


def _seconds(stat: Path) -> float:
    user, system = stat.read_text().rsplit(")", 1)[1].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
