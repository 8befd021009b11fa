"""What commands print: strict JSON for machines, aligned columns for people."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any


def print_json(value: Any, indent: int | None = None) -> None:
    """Print one JSON value and flush, so that a reader of a pipe sees it at once."""
    print(json.dumps(plain(value), indent=indent, allow_nan=False), flush=True)


def plain(value: Any) -> Any:
    """The value as JSON knows it; numbers that are not finite become null."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    return value


def table(rows: Sequence[Mapping[str, Any]]) -> str:
    """Rows with equal keys as aligned columns; a column of numbers stands to the right."""
    if not rows:
        return "(nothing)"
    return "\n".join(
        line.rstrip() for line in map("  ".join, zip(*(_column(rows, key) for key in rows[0]), strict=True))
    )


def _column(rows: Sequence[Mapping[str, Any]], key: str) -> list[str]:
    values = [row[key] for row in rows]
    cells = [key, *map(cell, values)]
    width = max(map(len, cells))
    numbers = all(value is None or isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    return [text.rjust(width) if numbers else text.ljust(width) for text in cells]


def cell(value: Any) -> str:
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:.4g}"
    return f"{value:,}" if isinstance(value, int) else str(value)


def percent(value: float | None) -> str:
    return "-" if value is None else f"{100 * value:.1f} %"
