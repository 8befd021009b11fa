"""Guess and Wanted: what a reader took a file to mean and why, and how somebody who knows better says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

NONE = ""


@dataclass(frozen=True)
class Guess:
    """`what` names the field of Wanted, and the argument of `read`, that changes it; `options` are its values."""

    what: str
    title: str
    value: Any
    reason: str
    options: tuple = ()


@dataclass(frozen=True)
class Wanted:
    """How files are to be understood; what is None is guessed, and NONE is no column.

    `edges` is the file with the edge list; `header` and `node_header` say whether the first row names the columns;
    `source` and `target` are columns of the edge list, `id`, `label`, `text` and `features` of the node table or
    attributes of nodes. `made` are features for nodes that have none, `scale` is how those that came are
    scaled, `split` the shares that probes learn from.
    """

    edges: str | None = None
    encoding: str | None = None
    header: bool | None = None
    node_header: bool | None = None
    source: str | None = None
    target: str | None = None
    id: str | None = None
    label: str | None = None
    text: str | None = None
    features: tuple[str, ...] | None = None
    made: str | None = None
    split: str | None = None
    scale: str | None = None
