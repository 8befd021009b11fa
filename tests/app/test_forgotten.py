"""A session that nobody can come back to is forgotten by Streamlit, too: its callbacks hold what its runs held."""

import asyncio

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect

from app.load.server import served

WAITS = (2, 4, 8, 16, 30)  # seconds; Streamlit itself keeps a session for 120


async def session(address: str, before: str = "") -> str:
    """The session a browser is given that comes, or comes back, and has its tab closed once the page is there."""
    known = ["streamlit", "none", *([before] if before else [])]
    stream = address.replace("http", "ws", 1) + "/_stcore/stream"
    async with connect(stream, subprotocols=known, max_size=None) as socket:
        message = BackMsg()
        message.rerun_script.query_string = "dataset=karate"
        await socket.send(message.SerializeToString())
        given = ""
        async for data in socket:
            message = ForwardMsg()
            message.ParseFromString(data)
            if message.WhichOneof("type") == "new_session":
                given = message.new_session.initialize.session_id
            if message.WhichOneof("type") == "script_finished" and given:
                return given


async def forgotten(address: str) -> bool:
    """Whether a browser that comes back after a while is somebody new."""
    first = await session(address)
    for seconds in WAITS:
        await asyncio.sleep(seconds)
        now = await session(address, before=first)
        if now != first:
            return True
    return False


def test_a_session_is_kept_for_the_grace_period_and_no_longer():
    with served(IGCL_OFFLINE="1", IGCL_GRACE="1") as (address, _):
        assert asyncio.run(forgotten(address))


def test_a_lost_connection_finds_its_session_again():
    async def lost_and_found(address: str) -> bool:
        first = await session(address)
        return await session(address, before=first) == first

    with served(IGCL_OFFLINE="1", IGCL_GRACE="300") as (address, _):
        assert asyncio.run(lost_and_found(address))
