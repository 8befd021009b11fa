"""Paper table: printed and own numbers as one HTML table that reads on a light and on a dark page."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from app.figures.palette import BLUE, GREEN, VERMILION, faint
from igcl_core.reproduce import ABOVE, ADDED, BELOW, PRINTED, WITHIN, Entry, TableRow

TONES = {WITHIN: GREEN, ABOVE: BLUE, BELOW: VERMILION}
STYLE = """
<style>
.paper-table { overflow-x: auto; }
.paper-table table { border-collapse: collapse; font-size: 0.85rem; width: 100%; }
.paper-table th, .paper-table td {
  padding: 0.2rem 0.55rem; text-align: right; white-space: nowrap; border-bottom: 1px solid rgba(128, 128, 128, 0.2);
}
.paper-table th:first-child { text-align: left; white-space: normal; min-width: 9rem; }
.paper-table small { opacity: 0.75; font-size: 0.72rem; font-weight: 400; }
.paper-table td small { display: block; }
.paper-table td small.said { white-space: normal; min-width: 14rem; }
.paper-table tr.printed { opacity: 0.78; }
.paper-table tr.ours { font-weight: 600; }
.paper-table tr.added th { font-style: italic; }
</style>
"""
LONG = 60  # letters, from which on a small line is a sentence and may be broken
NOTES = {PRINTED: "as printed", ADDED: "this visit"}


def paper_table(headings: Sequence[str], lines: Sequence[TableRow], caption: str) -> str:
    """The table as HTML: coloured cells carry their standing in words too."""
    head = "".join(f'<th scope="col">{escape(heading)}</th>' for heading in ("Method", *headings))
    body = "".join(table_row(line) for line in lines)
    table = f"<caption hidden>{escape(caption)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
    return f'{STYLE}<div class="paper-table"><table>{table}</table></div>'


def table_row(line: TableRow) -> str:
    note = f" <small>{NOTES[line.kind]}</small>" if line.kind in NOTES else ""
    cells = "".join(map(table_cell, line.entries))
    return f'<tr class="{line.kind}"><th scope="row">{escape(line.label)}{note}</th>{cells}</tr>'


def table_cell(entry: Entry) -> str:
    tone = f' style="background: {faint(TONES[entry.standing], 0.22)}"' if entry.standing in TONES else ""
    about = f' title="{escape(entry.about)}"' if entry.about else ""
    said = ' class="said"' if len(entry.small) > LONG else ""
    small = f"<small{said}>{escape(entry.small)}</small>" if entry.small else ""
    return f"<td{tone}{about}>{escape(entry.text)}{small}</td>"
