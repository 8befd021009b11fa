"""Results: a file of JSON lines that only grows, one line for every finished job."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from os import PathLike
from pathlib import Path
from typing import Any

from igcl_core.files.regular_file import check_regular
from igcl_core.files.whole_file import check_can_write, reason
from igcl_core.reproduce.job import Job
from igcl_core.reproduce.old_rows import in_todays_words, of_old_probe

Row = dict[str, Any]


class Results:
    """Rows in a file, or in several of a folder. A last line torn by an interruption counts as not written."""

    def __init__(self, path: str | PathLike):
        self.path = Path(path)

    def rows(self) -> list[Row]:
        """All rows; of equal jobs the last, which was scored by the latest code, but never one of the old probe."""
        last: dict[tuple[str, str], Row] = {}
        for row in self._lines():
            job = row["key"], json.dumps(row.get("settings"), sort_keys=True)
            if job not in last or of_old_probe(last[job]) or not of_old_probe(row):
                last[job] = row
        return list(last.values())

    def append(self, row: Row) -> None:
        """Write the row as one line in one piece, on a line of its own even after a torn one."""
        line = json.dumps(row, allow_nan=False) + "\n"
        try:
            with open(check_can_write(self.path), "ab+") as file:
                torn = file.tell() > 0 and _last_byte(file) != b"\n"
                file.write((b"\n" if torn else b"") + line.encode())
                file.flush()
                os.fsync(file.fileno())
        except OSError as problem:
            raise OSError(f"{str(self.path)!r} cannot take another row: {reason(problem)}.") from problem

    def missing(self, jobs: list[Job]) -> list[Job]:
        """The jobs without a row; of equal jobs the first."""
        rows = self._by_key()
        wanted = {job.key: job for job in reversed(jobs)}
        return [job for job in reversed(wanted.values()) if not any(map(job.made, rows.get(job.key, [])))]

    def of(self, jobs: list[Job]) -> list[Row]:
        """The rows of these jobs that are there, in the order of the jobs."""
        rows = self._by_key()
        found = (next(filter(job.made, rows.get(job.key, [])), None) for job in jobs)
        return [row for row in found if row is not None]

    def _by_key(self) -> dict[str, list[Row]]:
        grouped: dict[str, list[Row]] = {}
        for row in self.rows():
            grouped.setdefault(row["key"], []).append(row)
        return grouped

    def _lines(self) -> Iterator[Row]:
        if not self.path.exists():
            return
        check_regular(self.path)
        for number, line in enumerate(self.path.read_bytes().split(b"\n"), start=1):
            if line.strip() and not line.startswith(b"{"):
                raise ValueError(f"Line {number} of {str(self.path)!r} is not a row of results but {line[:40]!r}.")
            row = _parsed(line)
            if row is not None:
                yield row


def _parsed(line: bytes) -> Row | None:
    """The row of a whole line, None for a torn or empty one."""
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return in_todays_words(row) if "key" in row else None


def _last_byte(file: Any) -> bytes:
    file.seek(-1, os.SEEK_END)
    return file.read(1)
