"""Sparse matrices at the door: every index that could reach foreign memory is looked at, in every format."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from igcl_core.data import Graphs
from igcl_core.data.checked_csr import checked_csr

ROOT = Path(__file__).resolve().parents[2]
FORMATS = ("csr", "csc", "bsr", "coo", "lil", "dia", "dok")


def matrix(kind: str) -> sparse.spmatrix:
    return sparse.random(6, 5, 0.5, format=kind, random_state=0)


def put(value):
    def change(array):
        array = array.copy()
        array[-1] = value
        return array

    return change


DAMAGES = [
    *[(kind, "indices", put(value)) for kind in ("csr", "csc", "bsr") for value in (99_999_999, -1, 2**31 - 1)],
    *[(kind, "indptr", put(value)) for kind in ("csr", "csc", "bsr") for value in (99_999_999, -1)],
    *[(kind, "indptr", lambda a: np.r_[a[0], a[-1], a[1:-2], a[-1]]) for kind in ("csr", "csc", "bsr")],
    *[(kind, "indptr", lambda a: np.r_[a[:-1], 0]) for kind in ("csr", "csc", "bsr")],
    *[(kind, "indptr", lambda a: np.r_[0, 2**31 - 1, -(2**31) + a[2:]].astype(np.int32)) for kind in ("csr", "csc")],
    *[(kind, "indices", lambda a: a.astype(float)) for kind in ("csr", "csc")],
    *[(kind, "data", lambda a: a[:-1]) for kind in ("csr", "csc", "bsr", "coo")],
    *[("coo", name, put(value)) for name in ("row", "col") for value in (99_999_999, -1)],
    ("dia", "offsets", lambda a: a[:-1]),
    ("lil", "rows", lambda a: a[:-1]),
    ("lil", "rows", put([99_999_999])),
    ("lil", "data", put([1.0] * 50)),
    ("lil", "_shape", lambda shape: (2, 5)),
    ("coo", "_shape", lambda shape: (10**11, 5)),
]


@pytest.mark.parametrize(("kind", "name", "change"), DAMAGES)
def test_an_index_that_points_nowhere_is_refused(kind, name, change):
    damaged = matrix(kind)
    setattr(damaged, name, change(getattr(damaged, name)))
    with pytest.raises(
        ValueError, match="Features came as a sparse matrix that is damaged; scipy says: .* Make it anew"
    ):
        checked_csr(damaged, "Features")


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int64, bool])
def test_every_format_is_read_and_left_as_it_was(kind, dtype):
    given = matrix("csr").astype(dtype).asformat(kind)
    before = given.copy()
    rows = checked_csr(given, "Features")
    assert isinstance(rows, sparse.csr_matrix) and rows.dtype == np.float32
    assert np.array_equal(rows.toarray(), given.toarray().astype(np.float32)) and (given != before).nnz == 0


def test_entries_are_sorted_and_those_of_one_place_added_up():
    rows = checked_csr(sparse.csr_matrix(([1.0, 2.0, 4.0, 8.0], [2, 0, 2, 1], [0, 3, 4, 4]), shape=(3, 3)), "Features")
    assert rows.has_canonical_format and rows.indices.tolist() == [0, 2, 1] and rows.data.tolist() == [2.0, 5.0, 8.0]
    assert isinstance(checked_csr(sparse.csr_array(np.eye(3)), "Features"), sparse.csr_matrix)


def test_complex_numbers_are_refused():
    with pytest.raises(ValueError, match="must be real numbers, but complex128 values came"):
        Graphs("g", "node", sparse.csr_matrix(np.eye(3) * 1j), [[0], [1]])


def test_training_on_a_damaged_matrix_is_a_sentence_and_no_crash():
    """In a process of its own: this used to end it with SIGSEGV."""
    program = """
import numpy as np
from scipy import sparse
from igcl_core import Graphs, Run
x = sparse.random(50, 5, 0.1, format="csr", random_state=0)
x.indices[0] = 99_999_999
try:
    Run(Graphs("mine", "node", x, [[0, 1], [1, 2]]), D=4, vgae_hidden=4, b=0).advance(3)
except ValueError as problem:
    print(problem)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout.startswith("Features of 'mine' came as a sparse matrix that is damaged")
