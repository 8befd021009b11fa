"""Every test of a page comes as a new visitor: AppTest calls all its sessions the same."""

import pytest
import streamlit as st


@pytest.fixture(autouse=True)
def new_visitor():
    st.cache_resource.clear()
