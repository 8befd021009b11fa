"""Picks: the items a visitor has picked, on whatever page, and the data whose items they are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Picks:
    """Numbers of items in the order they were picked; `data` is the key of the data's content."""

    data: str = ""
    ids: tuple[int, ...] = ()

    def of(self, data: str) -> tuple[int, ...]:
        """What is picked of this data; nothing where it is other data's."""
        return self.ids if data == self.data else ()
