"""Link extras: what a link says beside the run: the temperatures beside it, and how the page is shown."""

from __future__ import annotations

from collections.abc import Mapping

from igcl_core import Settings

BESIDE, MODE = "beside", "mode"
PRESENT = "present"
MOST_BESIDE, LONGEST = 3, 100


def read_beside(query: Mapping[str, str], settings: Settings) -> tuple[tuple[float, ...], list[str]]:
    """The temperatures that a link asks for beside the run's own, and a sentence for what cannot be."""
    asked = query.get(BESIDE, "")
    if not asked:
        return (), []
    if "tau" not in settings.headline:
        return (), ["The link asks for temperatures beside the run, but its method has none; the run is shown alone."]
    found, problems = [], []
    for text in asked[:LONGEST].split(","):
        try:
            found.append(settings.changed(tau=text.strip()).tau)
        except ValueError as problem:
            problems.append(f"The link's beside={text} cannot be used: {problem}")
    found = [tau for tau in dict.fromkeys(found) if tau != settings.tau]
    if len(found) > MOST_BESIDE:
        problems.append(
            f"At most {MOST_BESIDE} temperatures fit beside a run, but {len(found)} came; the first are used."
        )
    return tuple(found[:MOST_BESIDE]), problems


def write_beside(taus: tuple[float, ...]) -> str:
    return ",".join(f"{tau:g}" for tau in taus)


def read_mode(query: Mapping[str, str]) -> tuple[str, list[str]]:
    """Whether a link asks to present."""
    asked = query.get(MODE, "")
    if asked in ("", PRESENT):
        return asked, []
    return "", [f"The link's mode must be {PRESENT!r}, but {asked!r} came; the page is shown as usual."]
