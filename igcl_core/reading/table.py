"""Table: a CSV, TSV or file with spaces as columns of text, each value with the row it stands in."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field

import pyarrow as pa
import pyarrow.compute as pc
from pyarrow import csv as arrow_csv

from igcl_core.errors import shown
from igcl_core.reading.columns import Columns, all_numbers
from igcl_core.reading.given import Given
from igcl_core.reading.guess import Guess, Wanted
from igcl_core.reading.limits import MOST_COLUMNS, OF_TABLE, ask_memory
from igcl_core.reading.plain_text import as_utf8
from igcl_core.reading.refused import Refused, refused, said_by

SEPARATORS = {"\t": "tabs", ",": "commas", ";": "semicolons", "|": "bars", " ": "spaces"}
LOOKED_AT = 20
COMMENT = re.compile(rb"[ \t]*[#%][^\n]*(\n|$)|[ \t]*\n")
HEADER_WORDS = frozenset(
    "source target src dst from to id node nodes node_id nodeid label labels class weight name start end u v "
    "node1 node2 head tail text title category type fromnodeid tonodeid source_id target_id paper_id".split()
)


@dataclass(frozen=True, eq=False)
class Table:
    """Columns of text, whether a header named them, and what was guessed to get there."""

    columns: Columns
    header: bool
    header_reason: str
    guesses: tuple[Guess, ...] = ()
    notes: tuple[str, ...] = field(default=())

    @property
    def file(self) -> str:
        return self.columns.file


def read_table(given: Given, wanted: Wanted, header: bool | None = None, separator: str | None = None) -> Table:
    """The table in a file; without a header the columns are called "column 1", "column 2", ..."""
    ask_memory(given.name, OF_TABLE * len(given.content))
    text, guess = as_utf8(given, wanted)
    text, skipped = _without_comments(text)
    if not text.strip():
        raise refused(given.name, "a table", "a file without rows")
    separator = separator or _separator(text)
    if separator == " ":
        text = re.sub(rb"(?m)^ | $", b"", re.sub(rb"[ \t]+", b" ", text))
    arrays = _parsed(given.name, text, separator, skipped)
    said, reason = (header, "as you said") if header is not None else _has_header(arrays)
    names = _names(given.name, arrays, skipped + 1) if said else [f"column {k + 1}" for k in range(len(arrays))]
    rows = [array[1:] for array in arrays] if said else arrays
    if len(rows[0]) == 0:
        raise refused(given.name, "rows below the header", "none")
    first = skipped + 1 + said
    columns = Columns(given.name, dict(zip(names, rows, strict=True)), lambda row: f"row {row + first:,}")
    notes = (f"{given.name}: {len(rows[0]):,} rows, {len(names):,} columns, {SEPARATORS[separator]} between them.",)
    return Table(columns, said, reason, () if guess is None else (guess,), notes)


def _without_comments(text: bytes) -> tuple[bytes, int]:
    """The text after the comments and empty lines that it begins with, and how many lines these were."""
    place = 0
    while found := COMMENT.match(text, place):
        if found.end() == place:
            break
        place = found.end()
    return text[place:].rstrip() + b"\n", text.count(b"\n", 0, place)


def _separator(text: bytes) -> str:
    """What splits the first rows into equally many parts, most of them; one column where nothing does."""
    sample = text[: LOOKED_AT * 4000].decode("utf-8", "replace").splitlines()[:LOOKED_AT]
    best, most = ",", 0
    for separator in SEPARATORS:
        try:
            rows = csv.reader(io.StringIO("\n".join(sample)), delimiter=separator, skipinitialspace=True)
            widths = [len([part for part in row if part or separator != " "]) for row in rows if row]
        except csv.Error:
            continue
        same = bool(widths) and min(widths) == max(widths)
        score = (widths[0] if same else 0) + (0.5 if widths and min(widths) > 1 else 0)
        if score > most and widths[0] > 1:
            best, most = separator, score
    return best


def _parsed(file: str, text: bytes, separator: str, skipped: int) -> list[pa.Array]:
    width = text.split(b"\n", 1)[0].count(separator.encode()) + 1
    if width > MOST_COLUMNS:
        raise refused(file, f"a table of at most {MOST_COLUMNS:,} columns", f"{width:,} columns", row=skipped + 1)
    ragged: list[arrow_csv.InvalidRow] = []

    def note(row: arrow_csv.InvalidRow) -> str:
        ragged.append(row)
        return "error"

    try:
        table = arrow_csv.read_csv(
            io.BytesIO(text),
            arrow_csv.ReadOptions(
                use_threads=False, autogenerate_column_names=True, block_size=max(len(text) + 1, 1 << 16)
            ),
            arrow_csv.ParseOptions(delimiter=separator, newlines_in_values=True, invalid_row_handler=note),
            arrow_csv.ConvertOptions(
                column_types={f"f{k}": pa.string() for k in range(width + 1)}, strings_can_be_null=False
            ),
        )
    except (pa.ArrowException, ValueError) as problem:
        raise _ragged(file, ragged[0], skipped) if ragged else _unreadable(file, problem) from None
    arrays = [column.combine_chunks() for column in table.columns]
    arrays = [array if isinstance(array, pa.Array) else pa.concat_arrays(array.chunks) for array in arrays]
    return [pc.utf8_trim_whitespace(array.cast(pa.string())) for array in arrays]


def _ragged(file: str, row: arrow_csv.InvalidRow, skipped: int) -> Refused:
    number = None if row.number is None else row.number + skipped
    came = f"{row.actual_columns:,} ({shown(row.text)})"
    return refused(file, f"{row.expected_columns:,} values, as in the first row", came, row=number)


def _unreadable(file: str, problem: Exception) -> Refused:
    said = said_by(problem)
    return Refused(f"{shown(file)} should be a table, but it cannot be read as one: {said}. Save it as CSV again.")


def _has_header(arrays: list[pa.Array]) -> tuple[bool, str]:
    """Whether the first row names the columns: by known words, or by words above numbers."""
    first = [array[0].as_py() for array in arrays]
    known = [word for word in first if word.lower().replace(" ", "_") in HEADER_WORDS]
    if known:
        return True, f"its first row has the word {shown(known[0])}"
    numbers = [all_numbers(array[:1]) for array in arrays]
    if any(numbers):
        return False, "its first row has numbers"
    below = [all_numbers(array[1:LOOKED_AT]) and len(array) > 1 for array in arrays]
    if any(below):
        return True, "its first row has words above numbers"
    return False, "its first row looks like the others"


def _names(file: str, arrays: list[pa.Array], row: int) -> list[str]:
    names = [array[0].as_py() or f"column {k + 1}" for k, array in enumerate(arrays)]
    seen: set[str] = set()
    for name in names:
        if name in seen:
            raise refused(file, "a name of its own for every column", f"{shown(name)} twice", row=row)
        seen.add(name)
    return names
