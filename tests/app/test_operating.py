"""Operating the lab: for this machine alone unless somebody shares it, and under no name that is not its own."""

import asyncio
import subprocess
import tomllib
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from app.load.server import served

ROOT = Path(__file__).resolve().parents[2]


def command(*variables: str) -> str:
    """What `make app` would run."""
    said = subprocess.run(["make", "-n", "app", *variables], cwd=ROOT, capture_output=True, text=True, check=True)
    return said.stdout[said.stdout.index("streamlit run") :]


def test_the_lab_listens_on_this_machine_alone_however_it_is_started():
    server = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text())["server"]
    assert server["address"] == "localhost" and set(server["allowedHosts"]) == {"localhost", "127.0.0.1", "::1"}
    assert "--server.address localhost" in command() and "allowedHosts" not in command()


def test_make_shares_it():
    shared = command("ADDRESS=0.0.0.0")
    assert "--server.address 0.0.0.0" in shared and "--server.allowedHosts '*'" in shared
    named = command("ADDRESS=0.0.0.0", "HOSTS=lab.example.org")
    assert "--server.allowedHosts 'lab.example.org'" in named and "'*'" not in named


async def visit_as(host: str, port: int) -> None:
    async with connect(f"ws://{host}:{port}/_stcore/stream", host="127.0.0.1", port=port, subprotocols=["streamlit"]):
        pass


def test_a_foreign_name_is_not_answered():
    with served(IGCL_OFFLINE="1") as (address, _):
        port = int(address.rsplit(":", 1)[1])
        asyncio.run(visit_as("127.0.0.1", port))
        with pytest.raises(InvalidStatus):
            asyncio.run(visit_as("evil.example", port))
