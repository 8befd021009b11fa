"""Asking: numbers that the page wants of the visitor's desk, the latest ones standing until the next are there."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from app.desk import Desk, Want, once


class Asking:
    """A role is what an answer is for, a key what it is computed from.

    Each role has one question open at a time, which stays wanted until it is answered: a run that goes on faster than
    its numbers are computed neither piles them up nor starves them.
    """

    def __init__(self, desk: Desk):
        self.desk = desk
        self._open: dict[Hashable, Want] = {}
        self._answered: dict[Hashable, Hashable] = {}
        self._wants: list[Want] = []

    def ask(self, role: Hashable, key: Hashable, work: Callable[[], Any]) -> Any | None:
        """The answer for this key, else the latest of its role, else None. A problem is raised with its sentence."""
        whole = (role, key)
        if problem := self.desk.problem(whole):
            raise ValueError(problem)
        self._settle(role)
        answer = self.desk.answer(whole)
        if answer is not None:
            self._answered[role] = whole
            return answer
        self._wants.append(self._open.setdefault(role, Want(whole, once(work))))
        return self.desk.answer(self._answered.get(role))

    def _settle(self, role: Hashable) -> None:
        """Close the question of this role if it has been answered, or cannot be."""
        question = self._open.get(role)
        if question is None:
            return
        if self.desk.answer(question.key) is not None:
            self._answered[role] = self._open.pop(role).key
        elif self.desk.problem(question.key):
            del self._open[role]

    def send(self) -> None:
        """Tell the desk all that was asked since the last time, the first the most urgent."""
        if self.desk.paused:
            self.desk.go_on()
        self.desk.want(self._wants)
        self._wants = []
