"""Score: an evaluator's answer, never a number without its protocol."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Score:
    """A share of right answers in [0, 1], its standard deviation over repeats or folds, and how it was measured."""

    value: float
    spread: float
    protocol: str
    repeats: int = 1
    details: dict[str, Any] = field(default_factory=dict, hash=False, repr=False)

    def __str__(self) -> str:
        spread = f" ± {100 * self.spread:.1f}" if self.spread or self.repeats > 1 else ""
        return f"{100 * self.value:.1f} %{spread} ({self.protocol})"
