"""No cell of a CSV is a formula to a spreadsheet, and all come back as they were."""

import csv
import io

import numpy as np
import pytest

from igcl_core.export import MapTable, read_csv, write_csv
from igcl_core.export.no_formulas import as_it_was, harmless

FORMULAS = ['=HYPERLINK("http://x.test","click")', "+1+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "'=1", "''=1"]
PLAIN = ["cat", "", "-1", "+1.5e3", "'tis", "a=b", "1-2"]


@pytest.mark.parametrize("text", FORMULAS + PLAIN)
def test_every_text_comes_back_and_no_formula_is_left(text):
    assert as_it_was(harmless(text)) == text
    assert (harmless(text) == text) == (text in PLAIN)


def test_a_file_has_no_formula_in_cells_or_names():
    columns = {"class": np.array(["=1+1", "dog", "-1"]), "@own": np.array(["a", "+b", "c"])}
    table = MapTable(np.arange(3), np.zeros((3, 2), np.float32), np.ones((3, 2), np.float32), columns)
    content = write_csv(table)
    cells = [cell for row in csv.reader(io.StringIO(content.decode())) for cell in row]
    assert not any(cell[:1] in tuple("=+@") for cell in cells) and "'=1+1" in cells and "'@own" in cells
    back = read_csv(content)
    assert back.columns["class"].tolist() == ["=1+1", "dog", "-1"] and back.columns["@own"].tolist() == ["a", "+b", "c"]
