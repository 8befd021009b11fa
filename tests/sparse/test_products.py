"""Sparse products against dense ones, and their gradients in float64."""

import numpy as np
import pytest
import torch
from scipy import sparse
from torch.nn import functional as F

from igcl_core.sparse.products import Pattern, SparseMatrix, pair_loss, sddmm, segment_ranges, spmm


@pytest.fixture
def entries():
    return np.array([0, 0, 2, 3, 1]), np.array([1, 2, 0, 3, 2])


def dense(pattern, values):
    return pattern.matrix(values).to_dense()


def test_products_equal_dense_ones(entries):
    pattern, order = Pattern.of(*entries, (4, 5))
    values, x = torch.randn(5, dtype=torch.double), torch.randn(5, 3, dtype=torch.double)
    a = torch.randn(4, 3, dtype=torch.double)
    expected = torch.zeros(4, 5, dtype=torch.double)
    expected[entries[0][order], entries[1][order]] = values
    torch.testing.assert_close(spmm(pattern, values, x), expected @ x)
    torch.testing.assert_close(pattern.transposed_matrix(values).to_dense(), expected.T)
    torch.testing.assert_close(sddmm(pattern, a, x), (a @ x.T)[entries[0][order], entries[1][order]])


def test_gradients(entries):
    pattern, _ = Pattern.of(*entries, (4, 5))
    values, x, a = (torch.randn(*s, dtype=torch.double, requires_grad=True) for s in ((5,), (5, 3), (4, 3)))
    assert torch.autograd.gradcheck(lambda v, x: spmm(pattern, v, x), (values, x))
    assert torch.autograd.gradcheck(lambda a, b: sddmm(pattern, a, b), (a, x))


def test_entries_that_share_a_place_add_up():
    pattern = Pattern.from_rows(np.array([0, 3, 4]), np.array([2, 0, 2, 1]), 3)
    values, x = (
        torch.tensor([1.0, 2.0, 3.0, 4.0]).double().requires_grad_(),
        torch.randn(3, 2).double().requires_grad_(),
    )
    expected = torch.tensor([[2.0, 0.0, 4.0], [0.0, 4.0, 0.0]]).double()
    torch.testing.assert_close(spmm(pattern, values, x), expected @ x)
    assert torch.autograd.gradcheck(lambda v, x: spmm(pattern, v, x), (values, x))


def test_pair_loss_equals_cross_entropy_and_has_its_gradient(entries):
    pattern, order = Pattern.of(entries[0][:3], entries[1][:3], (4, 4))
    a = torch.randn(4, 3, dtype=torch.double, requires_grad=True)
    sign, weight = torch.tensor([1.0, -1.0, 1.0]).double(), torch.tensor([0.2, 0.5, 0.1]).double()
    logits = (a @ a.T)[entries[0][order], entries[1][order]]
    torch.testing.assert_close(pair_loss(a, pattern, sign, weight), (weight * F.softplus(sign * logits)).sum())
    assert torch.autograd.gradcheck(lambda a: pair_loss(a, pattern, sign, weight), (a,))


@pytest.mark.parametrize("shape", [(2, 9), (9, 2)])
def test_order_of_multiplication_changes_nothing(shape):
    matrix = SparseMatrix.of(sparse.random(*shape, density=0.5, random_state=0, format="csr"))
    h, weight = torch.randn(shape[1], 4), torch.randn(4, 6)
    expected = dense(matrix.pattern, matrix.values) @ h @ weight
    torch.testing.assert_close(matrix.between(h, weight), expected)


def test_empty_pattern_gives_no_entries():
    pattern, _ = Pattern.of(np.zeros(0, int), np.zeros(0, int), (3, 3))
    assert sddmm(pattern, torch.randn(3, 2), torch.randn(3, 2)).shape == (0,)


def test_segment_ranges():
    assert segment_ranges(np.array([5, 0, 7]), np.array([2, 0, 3])).tolist() == [5, 6, 7, 8, 9]
