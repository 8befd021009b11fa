"""Zachary's karate club: a real club that split in two, and whose friendships foretold how."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from .cards import DATASETS
from .graphs import NODE, Graphs
from .splits import per_class_split


def karate() -> Graphs:
    """34 members, their friendships, and the side each took; a member's only feature is who they are."""
    import networkx

    club = networkx.karate_club_graph()
    factions = DATASETS["karate"].class_names
    y = np.array([factions.index(club.nodes[member]["club"]) for member in club])
    return Graphs(
        name="karate",
        task=NODE,
        x=sparse.identity(len(club), np.float32, "csr"),
        edges=np.array(club.edges()).T,
        y=y,
        split=per_class_split(y, train_per_class=1, val=4, seed=1),
        classes=factions,
    )
