"""Tables in Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def markdown(head: Sequence[str], lines: Iterable[Sequence[str]]) -> str:
    """A head, the line below it, and a line for each row."""
    rule = "|" + "---|" * len(head)
    first, *rest = (f"| {' | '.join(cells)} |" for cells in (head, *lines))
    return "\n".join([first, rule, *rest])
