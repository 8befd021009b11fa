"""Roles: which column of the nodes is their class, which their text, which are features; guessed by name and values."""

from __future__ import annotations

import pyarrow as pa
import pyarrow.compute as pc

from igcl_core.errors import shown
from igcl_core.reading.columns import NUMBER, Columns, all_numbers
from igcl_core.reading.guess import NONE, Guess, Wanted

LABELS = ("label", "labels", "class", "classes", "y", "category", "community", "club", "group", "subject", "type")
LABELS += ("target", "modularity_class", "value", "ground_truth", "cluster", "block", "department")
TEXTS = ("text", "title", "name", "description", "abstract", "label", "names", "caption")
LOOKED_AT, FEW_CLASSES, NAMED = 200, 50, 6


def roles(columns: Columns, wanted: Wanted, taken: tuple[str, ...] = ()) -> tuple[Guess, Guess, Guess]:
    """The guesses for label, text and features, of columns that are not taken for something else."""
    free = [name for name in columns.names if name not in taken]
    label = _label(columns, free, wanted)
    rest = [name for name in free if name != label.value]
    text = _text(columns, rest, wanted)
    rest = [name for name in rest if name != text.value]
    return label, text, _features(columns, rest, free, wanted)


def _label(columns: Columns, free: list[str], wanted: Wanted) -> Guess:
    about = ("label", "Class")
    if wanted.label is not None:
        return Guess(*about, wanted.label, "as you said", (NONE, *free))
    named = {name.lower(): name for name in reversed(free)}
    for word in LABELS:
        if word in named and _few_kinds(columns[named[word]]):
            return Guess(*about, named[word], f"its name is {shown(named[word])}", (NONE, *free))
    for name in free:
        if not mostly_numbers(columns[name]) and _few_kinds(columns[name]):
            kinds = len(pc.unique(columns[name]))
            return Guess(*about, name, f"its rows have {kinds} different words", (NONE, *free))
    why = "no column is called label or class, and none has few different words"
    return Guess(*about, NONE, why if free else "nodes have no columns", (NONE, *free))


def _few_kinds(array: pa.Array) -> bool:
    kinds = len(pc.unique(array))
    return 1 < kinds <= FEW_CLASSES and kinds <= max(2, len(array) / 2)


def _text(columns: Columns, free: list[str], wanted: Wanted) -> Guess:
    about = ("text", "Text")
    if wanted.text is not None:
        return Guess(*about, wanted.text, "as you said", (NONE, *free))
    words = {name.lower(): name for name in reversed(free) if not mostly_numbers(columns[name])}
    for word in TEXTS:
        if word in words:
            return Guess(*about, words[word], f"its name is {shown(words[word])}", (NONE, *free))
    for name in words.values():
        if len(pc.unique(columns[name])) > len(columns[name]) / 2:
            return Guess(*about, name, "its rows have words that hardly come twice", (NONE, *free))
    return Guess(*about, NONE, "no column with words is called text, title or name", (NONE, *free))


def _features(columns: Columns, rest: list[str], free: list[str], wanted: Wanted) -> Guess:
    about = ("features", "Features")
    if wanted.features is not None:
        return Guess(*about, tuple(wanted.features), "as you said", tuple(free))
    found = [name for name in rest if mostly_numbers(columns[name])]
    left_out = [name for name in rest if name not in found]
    why = (
        f"{len(found):,} {'column has' if len(found) == 1 else 'columns have'} numbers"
        if found
        else "no other column has numbers"
    )
    if left_out:
        more = f" and {len(left_out) - NAMED:,} more" if len(left_out) > NAMED else ""
        why += f"; left out, as they have words: {', '.join(map(shown, left_out[:NAMED]))}{more}"
    return Guess(*about, tuple(found), why, tuple(free))


def mostly_numbers(array: pa.Array) -> bool:
    """Whether more than half of the first rows are numbers: then the others are mistakes, and not words."""
    if all_numbers(array):
        return True
    share = pc.mean(pc.match_substring_regex(array[:LOOKED_AT], NUMBER).cast(pa.int8())).as_py()
    return share is not None and share > 0.5
