"""The karate club as people bring it."""

import networkx as nx
import pytest

from igcl_core.reading import Given


@pytest.fixture(scope="session")
def club() -> nx.Graph:
    return nx.karate_club_graph()


@pytest.fixture(scope="session")
def edges(club) -> Given:
    rows = [f"{a},{b},{about['weight']}" for a, b, about in club.edges(data=True)]
    return Given("edges.csv", "\n".join(["from,to,weight", *rows]).encode())


@pytest.fixture(scope="session")
def nodes(club) -> Given:
    rows = [f"{node},{about['club']},{1.5 * node},member {node}" for node, about in club.nodes(data=True)]
    return Given("nodes.csv", "\n".join(["id,club,age,note", *rows]).encode())
