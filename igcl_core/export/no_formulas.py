"""No formulas: text that a spreadsheet would take for a formula, and run, gets a quote before it."""

from __future__ import annotations

import re

import numpy as np

FORMULA = re.compile(r"[=+\-@\t\r]")
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
QUOTE, TEXT = "'", "OTU"  # kinds of numpy's that hold text


def harmless(text: str) -> str:
    """The text as a cell that shows it; numbers stay as they are."""
    return QUOTE + text if FORMULA.match(text.lstrip(QUOTE)) and not NUMBER.fullmatch(text) else text


def as_it_was(text: str) -> str:
    """What `harmless` was given."""
    inner = text.removeprefix(QUOTE)
    return inner if inner != text and harmless(inner) == text else text


def harmless_column(values: np.ndarray) -> np.ndarray:
    """A column of text, every cell harmless; numbers as they are."""
    values = np.asarray(values)
    if values.dtype.kind not in TEXT:
        return values
    return np.array([harmless(value) if isinstance(value, str) else value for value in values.tolist()], object)
