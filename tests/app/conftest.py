"""Every test of a page comes as a new visitor, to the smallest saved run: AppTest calls all its sessions the same."""

from collections.abc import Iterator

import pytest
import streamlit as st

from app.session.fleet import Fleet
from app.session.server import SAMPLE


@pytest.fixture(autouse=True)
def new_visitor(monkeypatch):
    monkeypatch.setenv("IGCL_FIRST_RUN", str(SAMPLE))
    st.cache_resource.clear()


@pytest.fixture
def fleet_of_one() -> Iterator[Fleet]:
    fleet = Fleet(workers=1)
    yield fleet
    fleet.stop()
