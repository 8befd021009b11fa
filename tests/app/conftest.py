"""Every test of a page comes as a new visitor, to the smallest saved run: AppTest calls all its sessions the same."""

import pytest
import streamlit as st

from app.session.server import SAMPLE


@pytest.fixture(autouse=True)
def new_visitor(monkeypatch):
    monkeypatch.setenv("IGCL_FIRST_RUN", str(SAMPLE))
    st.cache_resource.clear()
