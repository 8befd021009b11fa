"""Recipe: how a run came to be: what was chosen at its start, and the steps at which it turned to other settings.

A run is repeatable bit for bit, so whoever has the recipe can have the run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.session.choice import Choice, choice_of
from igcl_core import Run, Settings
from igcl_core.data import known_name


@dataclass(frozen=True)
class Turn:
    """A branch left its parent at a step, with these settings changed."""

    step: int
    changes: Mapping[str, Any]


@dataclass(frozen=True)
class Recipe:
    """A start, and turns in the order of their steps."""

    start: Choice
    turns: tuple[Turn, ...] = ()

    @property
    def settings(self) -> Settings:
        """Those after all turns."""
        return self._settings_after(self.turns)

    @property
    def choice(self) -> Choice:
        """What is chosen when this run is shown."""
        return self.start if not self.turns else choice_of(self.start, self.settings)

    @property
    def for_all(self) -> bool:
        """Whether everybody can follow it: not where the data is a visitor's own."""
        return self.start.own is None

    def until(self, step: int) -> Recipe:
        """That of a run which has come to a step."""
        return Recipe(self.start, tuple(turn for turn in self.turns if turn.step <= step))

    def turned(self, step: int, settings: Settings) -> Recipe:
        """That of a branch which goes on from a step with these settings."""
        kept = tuple(turn for turn in self.turns if turn.step < step)
        before = self._settings_after(kept)
        changes = {name: value for name, value in settings.as_dict().items() if getattr(before, name) != value}
        return Recipe(self.start, (*kept, Turn(step, changes)))

    def same(self, other: Recipe | None) -> bool:
        """Whether both lead to the same numbers."""
        if other is None or self.start.where != other.start.where or self.turns != other.turns:
            return False
        return self.start.settings == other.start.settings

    def _settings_after(self, turns: tuple[Turn, ...]) -> Settings:
        settings = self.start.settings
        for turn in turns:
            settings = settings.changed(**turn.changes)
        return settings


def recipe_of(run: Run) -> Recipe | None:
    """That of a run in a file; None where its data is somebody's own, or where it is a branch of another."""
    dataset = known_name(run.graphs)
    if dataset is None or run.origin is not None:
        return None
    return Recipe(choice_of(Choice(dataset, method=run.method.name), run.settings))
