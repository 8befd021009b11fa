"""The paper's result tables as data: every cell as it was printed."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

PACKAGE = "igcl-lab"
FILE = Path(__file__).resolve().parents[2] / "assets" / "paper_tables.json"
OURS = "iGCL"
PERCENT = ("nodes", "graphs")


@dataclass(frozen=True)
class Cell:
    """A printed number: `label` is the table's in the paper; `rank` tells whether it was set as best or second best.

    Accuracies of classification are printed in per cent, those of clustering as shares; a dash has no mean.
    """

    table: str
    label: str
    method: str
    inputs: str
    dataset: str
    metric: str
    mean: float | None
    spread: float | None
    rank: str | None

    @property
    def unit(self) -> float:
        """What a share is multiplied by to stand beside this cell."""
        return 100.0 if self.table in PERCENT else 1.0


@cache
def paper_cells() -> tuple[Cell, ...]:
    """All cells of all result tables, in the order of the paper."""
    return tuple(Cell(**cell) for cell in json.loads(_file().read_text(encoding="utf-8")))


def _file() -> Path:
    """The tables in assets/ of the checkout, or where pip put them beside the installed package."""
    places = [FILE, *_installed()]
    found = next((place for place in places if place.is_file()), None)
    if found is None:
        raise FileNotFoundError(
            f"The paper's tables were expected as {' or '.join(map(str, places))}, but they are not there. "
            "Run this in the checkout of iGCL Lab, which has them in assets/, or install it again with pip."
        )
    return found


def _installed() -> list[Path]:
    try:
        return [Path(file.locate()).resolve() for file in files(PACKAGE) or () if file.name == FILE.name]
    except PackageNotFoundError:
        return []


def printed(table: str, dataset: str, metric: str = "accuracy", method: str = OURS) -> Cell | None:
    """The cell of a table, or None where the paper has none."""
    where = (table, dataset, metric, method)
    return next((cell for cell in paper_cells() if (cell.table, cell.dataset, cell.metric, cell.method) == where), None)
