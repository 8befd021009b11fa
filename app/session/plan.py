"""Plan: what the next Play or Step will do with what is chosen and looked at, known before it happens."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from app.session.choice import Choice, only_live
from app.session.live_run import LiveRun

GO_ON, BRANCH, BEGIN, AGAIN = "go on", "branch", "begin", "again"


@dataclass(frozen=True)
class Plan:
    """To go on; to branch from a step with some settings changed; to begin another run; or the same one again."""

    kind: str
    step: int = 0
    changes: Mapping[str, Any] = field(default_factory=dict)


def plan_for(live_run: LiveRun | None, choice: Choice, looked: int | None) -> Plan:
    """What is to be done with the run shown, given what is chosen now and the earlier step looked at, if any."""
    if live_run is None or live_run.choice is None or live_run.choice.where != choice.where:
        return Plan(BEGIN)
    old, new = live_run.choice.settings, choice.settings
    changes = only_live(old, new)
    view = live_run.view
    if changes is None or view.status == "failed":
        return Plan(BEGIN)
    if looked is not None:
        return Plan(BRANCH, looked, changes)
    if view.status == "diverged" or (view.status == "done" and new.epochs <= old.epochs):
        return Plan(AGAIN, changes=changes)
    if view.step is None or view.step.index == 0:
        return Plan(BEGIN) if changes else Plan(GO_ON)
    return Plan(BRANCH, view.step.index, changes) if changes else Plan(GO_ON)
