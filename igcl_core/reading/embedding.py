"""Embedding: a finished embedding from a file, a row per item, with labels and texts where there are any."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from os import PathLike

import numpy as np
from scipy import sparse

from igcl_core.errors import shown
from igcl_core.reading.columns import Columns, features, labels, texts
from igcl_core.reading.edge_list import IDS
from igcl_core.reading.given import Given, given
from igcl_core.reading.guess import NONE, Guess, Wanted
from igcl_core.reading.limits import OF_FEATURE, ask_memory
from igcl_core.reading.matrix_file import read_matrix
from igcl_core.reading.parquet_table import read_parquet
from igcl_core.reading.plain_text import as_utf8
from igcl_core.reading.refused import Refused, refused
from igcl_core.reading.roles import roles
from igcl_core.reading.table import Table, read_table

FEWEST_ROWS, MOST_ROWS, FEWEST_COLUMNS = 10, 50_000, 2
MATRICES, PARQUET = (".npy", ".npz"), (".parquet", ".pq")
WORDS, TABLES = (".vec", ".w2v", ".emb", ".txt", ".word2vec"), (".csv", ".tsv", ".tab", ".dat")
EMBEDDING_ENDINGS = (*TABLES, *MATRICES, *PARQUET, *WORDS)
COUNTS = re.compile(rb"\s*(\d+)[ \t]+(\d+)[ \t]*\n")


@dataclass(frozen=True, eq=False)
class Embedding:
    """Rows of numbers, the class of each with the names of classes, a text of each, and how that was found out."""

    name: str
    z: np.ndarray
    y: np.ndarray | None = None
    classes: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    guesses: tuple[Guess, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class LookedEmbedding:
    """Files that have been looked at, and how to read them."""

    guesses: tuple[Guess, ...]
    make: Callable[[], Embedding]


def read_embedding(*files: Given | str | PathLike, **choices: object) -> Embedding:
    """An embedding from CSV, TSV, NPY, NPZ, Parquet or word2vec text; labels in it, or in a table of their own."""
    return look_at_embedding(files, Wanted(**choices)).make()


def look_at_embedding(files: Iterable[Given | str | PathLike], wanted: Wanted) -> LookedEmbedding:
    """What the files are taken to mean."""
    found = given(files)
    main = [file for file in found if file.ending in (*MATRICES, *PARQUET, *WORDS)] or found[:1]
    beside = [file for file in found if file not in main]
    if len(main) > 1 or len(beside) > 1 or main[0].ending not in EMBEDDING_ENDINGS:
        came = ", ".join(file.name for file in found[:5])
        known = " ".join(EMBEDDING_ENDINGS)
        raise Refused(f"One embedding ({known}) and at most one table of labels were expected, but {came} came.")
    labelled = read_table(beside[0], wanted, wanted.node_header) if beside else None
    if main[0].ending in MATRICES:
        return _of_matrix(main[0], labelled, wanted)
    table = _table(main[0], wanted)
    return _of_columns(main[0], table, labelled, wanted)


def _table(file: Given, wanted: Wanted) -> Table:
    if file.ending in PARQUET:
        return read_parquet(file)
    return _words(file, wanted) if file.ending in WORDS else read_table(file, wanted, wanted.header)


def _words(file: Given, wanted: Wanted) -> Table:
    """word2vec's text: how many rows and columns, then a word and its numbers a row; GloVe leaves out the first."""
    text, _ = as_utf8(file, wanted)
    counts = COUNTS.match(text)
    if counts is None:
        return read_table(file, wanted, wanted.header)
    table = read_table(Given(file.name, text[counts.end() :]), Wanted(), header=False, separator=" ")
    rows, width = int(counts[1]), int(counts[2])
    if (table.columns.rows, len(table.columns.names)) != (rows, width + 1):
        came = f"{table.columns.rows:,} rows of {len(table.columns.names) - 1:,}"
        raise refused(file.name, f"{rows:,} rows of {width:,} numbers, as its first row says", came)
    names = ["name", *(f"dimension {number + 1}" for number in range(width))]
    arrays = dict(zip(names, table.columns.arrays.values(), strict=True))
    columns = Columns(file.name, arrays, lambda row: f"row {row + 2:,}")
    return Table(columns, False, "", (), table.notes)


def _of_columns(file: Given, table: Table, labelled: Table | None, wanted: Wanted) -> LookedEmbedding:
    """Labels and texts from the table of labels, if there is one, else from columns of the embedding's own."""
    names = tuple(name for name in table.columns.names if name.lower() in IDS)
    about = table.columns if labelled is None else labelled.columns
    label, text, own = roles(about, wanted, names if labelled is None else ())
    numbers = own if labelled is None else roles(table.columns, Wanted(label=NONE, text=NONE), names)[2]
    numbers = replace(numbers, title="Dimensions")
    guesses = (*table.guesses, label, text, numbers)

    def make() -> Embedding:
        _check_rows(file, table.columns.rows, len(numbers.value))
        z = features(table.columns, numbers.value, table.columns.rows)
        known = texts(table.columns, names[0]) if names else ()
        return _finished(file, z, about, guesses, table.notes, known)

    return LookedEmbedding(guesses, make)


def _of_matrix(file: Given, labelled: Table | None, wanted: Wanted) -> LookedEmbedding:
    z, inside, notes = read_matrix(file)
    columns = inside if labelled is None else labelled.columns
    guesses = roles(columns, wanted)[:2] if columns is not None else ()

    def make() -> Embedding:
        _check_rows(file, *z.shape)
        return _finished(file, z, columns, guesses, notes, ())

    return LookedEmbedding(guesses, make)


def _check_rows(file: Given, rows: int, width: int) -> None:
    if not FEWEST_ROWS <= rows <= MOST_ROWS:
        raise refused(file.name, f"{FEWEST_ROWS} to {MOST_ROWS:,} rows", f"{rows:,}")
    if width < FEWEST_COLUMNS:
        raise refused(file.name, f"at least {FEWEST_COLUMNS} columns with numbers", f"{width}")
    ask_memory(file.name, OF_FEATURE * rows * width)


def _finished(
    file: Given, z: np.ndarray | sparse.csr_matrix, columns: Columns | None, guesses: tuple[Guess, ...],
    notes: tuple[str, ...], known: tuple[str, ...],
) -> Embedding:  # fmt: skip
    """The embedding with what the columns say of its rows."""
    z = z.toarray() if sparse.issparse(z) else z
    role = {guess.what: guess.value for guess in guesses}
    if columns is not None and columns.rows != len(z):
        raise refused(columns.file, f"{len(z):,} rows, one for each of {shown(file.name)}", f"{columns.rows:,}")
    y, classes = (None, ())
    if columns is not None and role["label"] != NONE:
        y, classes, _ = labels(columns, role["label"])
        classes = classes or tuple(f"class {label}" for label in range(int(y.max()) + 1))
    words = texts(columns, role["text"]) if columns is not None and role["text"] != NONE else known
    return Embedding(file.stem, z.astype(np.float32), y, classes, words, guesses, notes)
