"""Plan words: what the next Play or Step will do, said before it happens."""

from __future__ import annotations

from app.session.live_run import LiveRun
from app.session.plan import AGAIN, BEGIN, BRANCH, Plan
from app.session.visit import Visit, run_name, setting_words


def play_label(plan: Plan, looked: int | None) -> str:
    """What is written on the button."""
    if plan.kind == AGAIN and plan.changes:
        return f"Train again with {changed_words(plan)}"
    return "Play from here" if plan.kind == BRANCH and looked is not None else "Play"


def plan_words(here: Visit) -> str:
    """A sentence, unless Play only goes on with what is shown."""
    plan, live_run = here.plan, here.current
    if live_run is None or here.choice is None:
        return ""
    if plan.kind == BEGIN:
        return f"{begin_words(live_run)} Play trains {chosen_words(here)}."
    if plan.kind == AGAIN:
        return f"Play trains it anew with {changed_words(plan)}." if plan.changes else ""
    if plan.kind != BRANCH:
        return ""
    how = f" with {changed_words(plan)}" if plan.changes else ""
    first = "Pause, then Play" if live_run.playing else "Play"
    return f"{first} branches from step {plan.step:,}{how}; this run is kept."


def begin_words(live_run: LiveRun) -> str:
    """Why the run shown is not what is chosen."""
    if not live_run.shared:
        return "This run is not what is chosen now."
    return "This is a recorded run." if live_run.view.recorded else "This is a saved sample run."


def chosen_words(here: Visit) -> str:
    """The run that is chosen."""
    return run_name(here.choice.card.called, here.choice.method, here.choice.settings)


def changed_words(plan: Plan) -> str:
    return ", ".join(setting_words(name, value) for name, value in plan.changes.items())
