"""Latest answers: numbers that the page wants from the background, each standing until the next is there."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from app.session.background import Background, Want, once


class LatestAnswers:
    """A role is what an answer is for, a key what it is computed from.

    Each role has one question open at a time, which stays wanted until it is answered: a run that goes on faster than
    its numbers are computed neither piles them up nor starves them.
    """

    def __init__(self, background: Background):
        self.background = background
        self._open: dict[Hashable, Want] = {}
        self._answered: dict[Hashable, Hashable] = {}
        self._wants: list[Want] = []

    def ask(self, role: Hashable, key: Hashable, work: Callable[[], Any]) -> Any | None:
        """The answer for this key, else the latest of its role, else None. A problem is raised with its sentence."""
        whole = (role, key)
        if problem := self.background.problem(whole):
            raise ValueError(problem)
        self._settle(role)
        answer = self.background.answer(whole)
        if answer is not None:
            self._answered[role] = whole
            return answer
        self._wants.append(self._open.setdefault(role, Want(whole, once(work))))
        return self.background.answer(self._answered.get(role))

    def _settle(self, role: Hashable) -> None:
        """Close the question of this role if it has been answered, or cannot be."""
        question = self._open.get(role)
        if question is None:
            return
        if self.background.answer(question.key) is not None:
            self._answered[role] = self._open.pop(role).key
        elif self.background.problem(question.key):
            del self._open[role]

    def send(self) -> None:
        """Tell the background all that was asked since the last time, the first the most urgent."""
        if self.background.paused:
            self.background.go_on()
        self.background.want(self._wants)
        self._wants = []
