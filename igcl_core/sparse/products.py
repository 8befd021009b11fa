"""Differentiable products with a sparse matrix in compressed rows, without ever gathering both ends of an edge.

Two products serve the whole package, and each is the other's gradient:
    spmm   S(v) x         rows summed over the entries of the pattern    (GCN, GIN, attention, pooling)
    sddmm  v_ij = a_i.b_j a dense product at the entries of the pattern  (the decoder, attention's gradient)
"""

from __future__ import annotations

import warnings
from dataclasses import dataclass, replace

import numpy as np
import torch
from scipy import sparse
from torch import Tensor

SPARSE_COST = 8  # one entry of a sparse product takes about as long as this many of a dense one

warnings.filterwarnings("ignore", message="Sparse CSR tensor support is in beta")


@dataclass(frozen=True, eq=False)
class Pattern:
    """Where the entries of a sparse matrix are, by rows and by columns.

    `to_transpose[k]` is the place, among the entries in row order, of the k-th entry of the transpose.
    """

    rows: Tensor
    columns: Tensor
    rows_transposed: Tensor
    columns_transposed: Tensor
    to_transpose: Tensor
    shape: tuple[int, int]

    @classmethod
    def of(cls, row: np.ndarray, column: np.ndarray, shape: tuple[int, int]) -> tuple[Pattern, np.ndarray]:
        """The pattern of these entries, no two alike, and the order in which it keeps them."""
        place = np.arange(len(row), dtype=np.int32)
        by_row = sparse.coo_matrix((place, (row, column)), shape).tocsr()
        order = by_row.data.copy()
        by_row.data = place
        by_column = by_row.tocsc()
        pattern = cls(
            index_tensor(by_row.indptr),
            index_tensor(by_row.indices),
            index_tensor(by_column.indptr),
            index_tensor(by_column.indices),
            index_tensor(by_column.data),
            shape,
        )
        return pattern, order

    @classmethod
    def from_rows(cls, pointer: np.ndarray, columns: np.ndarray, width: int) -> Pattern:
        """The pattern of entries that are in row order already; here two entries may share a place."""
        order = np.argsort(columns, kind="stable")
        row = np.repeat(np.arange(len(pointer) - 1), np.diff(pointer))
        transposed = np.concatenate([[0], np.cumsum(np.bincount(columns, minlength=width))])
        parts = (pointer, columns, transposed, row[order], order)
        return cls(*map(index_tensor, parts), (len(pointer) - 1, width))

    @property
    def size(self) -> int:
        return len(self.columns)

    def row_of_entry(self) -> Tensor:
        """The row of every entry, in row order."""
        counts = self.rows.diff()
        return torch.repeat_interleave(torch.arange(self.shape[0]), counts, output_size=self.size)

    def matrix(self, values: Tensor) -> Tensor:
        return torch.sparse_csr_tensor(self.rows, self.columns, values, self.shape, check_invariants=False)

    def transposed_matrix(self, values: Tensor) -> Tensor:
        values = values[self.to_transpose]
        shape = self.shape[::-1]
        return torch.sparse_csr_tensor(
            self.rows_transposed, self.columns_transposed, values, shape, check_invariants=False
        )


def index_tensor(values: np.ndarray) -> Tensor:
    return torch.from_numpy(np.ascontiguousarray(values, np.int32))


def index_pointer(counts: np.ndarray) -> Tensor:
    """Row pointer of a compressed matrix from the number of entries in every row."""
    return index_tensor(np.concatenate([[0], np.cumsum(counts)]))


def _sampled(pattern: Pattern, a: Tensor, b: Tensor) -> Tensor:
    """a_i . b_j at every entry (i, j) of the pattern."""
    if pattern.size == 0:
        return a.new_zeros(0)
    zeros = pattern.matrix(a.new_zeros(pattern.size))
    return torch.sparse.sampled_addmm(zeros, a, b.T, beta=0.0).values()


def _times(matrix: Tensor, x: Tensor) -> Tensor:
    """matrix x, written once; `matrix @ x` would fill the result with zeros and copy it first."""
    result = x.new_empty(matrix.shape[0], x.shape[1])
    return torch.addmm(result, matrix, x, beta=0.0, out=result)


class _Spmm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, values: Tensor, x: Tensor, pattern: Pattern) -> Tensor:
        ctx.pattern = pattern
        ctx.save_for_backward(values, x if ctx.needs_input_grad[0] else None)
        return _times(pattern.matrix(values), x)

    @staticmethod
    def backward(ctx, grad: Tensor):
        values, x = ctx.saved_tensors
        for_values = _sampled(ctx.pattern, grad.contiguous(), x) if ctx.needs_input_grad[0] else None
        for_x = _times(ctx.pattern.transposed_matrix(values), grad) if ctx.needs_input_grad[1] else None
        return for_values, for_x, None


class _Sddmm(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a: Tensor, b: Tensor, pattern: Pattern) -> Tensor:
        ctx.pattern = pattern
        ctx.save_for_backward(a, b)
        return _sampled(pattern, a, b)

    @staticmethod
    def backward(ctx, grad: Tensor):
        a, b = ctx.saved_tensors
        for_a = _times(ctx.pattern.matrix(grad), b) if ctx.needs_input_grad[0] else None
        for_b = _times(ctx.pattern.transposed_matrix(grad), a) if ctx.needs_input_grad[1] else None
        return for_a, for_b, None


class _Spread(torch.autograd.Function):
    """Rows copied to where they are wanted; the gradient is a sparse sum, not a scatter."""

    @staticmethod
    def forward(ctx, x: Tensor, pattern: Pattern) -> Tensor:
        ctx.pattern = pattern
        return x.index_select(0, pattern.columns)

    @staticmethod
    def backward(ctx, grad: Tensor):
        return _times(ctx.pattern.transposed_matrix(grad.new_ones(ctx.pattern.size)), grad), None


def spread(pattern: Pattern, x: Tensor) -> Tensor:
    """S x for a pattern with one entry, of value 1, in every row."""
    return _Spread.apply(x, pattern)


class _PairLoss(torch.autograd.Function):
    """Loss and gradient together: the pairs' own gradient is two more sparse products with the same pattern."""

    @staticmethod
    def forward(ctx, a: Tensor, pattern: Pattern, sign: Tensor, weight: Tensor) -> Tensor:
        signed = _sampled(pattern, a, a) * sign
        slope = signed.sigmoid() * sign * weight
        both_ends = _times(pattern.matrix(slope), a).add_(_times(pattern.transposed_matrix(slope), a))
        ctx.save_for_backward(both_ends)
        return torch.dot(torch.nn.functional.softplus(signed), weight)

    @staticmethod
    def backward(ctx, grad_output: Tensor):
        return ctx.saved_tensors[0] * grad_output, None, None, None


def pair_loss(a: Tensor, pattern: Pattern, sign: Tensor, weight: Tensor) -> Tensor:
    """sum over the pattern's pairs of weight_ij softplus(sign_ij a_i.a_j): a weighted cross-entropy."""
    return _PairLoss.apply(a, pattern, sign, weight)


def spmm(pattern: Pattern, values: Tensor, x: Tensor) -> Tensor:
    """S x for the sparse S with these values: differentiable in both."""
    return _Spmm.apply(values, x, pattern)


def sddmm(pattern: Pattern, a: Tensor, b: Tensor) -> Tensor:
    """The entries of a b' at the pattern: differentiable in both."""
    return _Sddmm.apply(a, b, pattern)


@dataclass(frozen=True, eq=False)
class SparseMatrix:
    """A pattern with its values, to multiply dense matrices with."""

    pattern: Pattern
    values: Tensor

    @classmethod
    def of(cls, matrix: sparse.spmatrix) -> SparseMatrix:
        """From any scipy matrix; entries at the same place are added up."""
        by_row = matrix.tocsr()
        by_row.sum_duplicates()
        values = torch.from_numpy(by_row.data.astype(np.float32))
        return cls(_pattern_of(by_row), values)

    def taking(self, rows: np.ndarray) -> SparseMatrix:
        """These rows, in this order."""
        pattern = self.pattern
        place = np.arange(pattern.size, dtype=np.int32)
        picked = sparse.csr_matrix((place, pattern.columns.numpy(), pattern.rows.numpy()), self.shape)[rows]
        return SparseMatrix(_pattern_of(picked), self.values[torch.from_numpy(picked.data)])

    def without_empty_columns(self) -> tuple[SparseMatrix, np.ndarray]:
        """The columns that have an entry, and which ones they are."""
        pattern = self.pattern
        used, column = np.unique(pattern.columns.numpy(), return_inverse=True)
        narrow = sparse.csr_matrix((self.values.numpy(), column, pattern.rows.numpy()), (self.shape[0], len(used)))
        return SparseMatrix(_pattern_of(narrow), self.values), used

    @property
    def shape(self) -> tuple[int, int]:
        return self.pattern.shape

    def between(self, h: Tensor | SparseMatrix, weight: Tensor) -> Tensor:
        """S h W, multiplied in the order that costs less."""
        inputs, outputs = weight.shape
        entry = SPARSE_COST * self.pattern.size
        weight_first = h.shape[0] * inputs * outputs + entry * outputs
        weight_last = self.shape[0] * inputs * outputs + entry * inputs
        if isinstance(h, SparseMatrix) or weight_first < weight_last:
            return self @ (h @ weight)
        return (self @ h) @ weight

    def with_values(self, values: Tensor) -> SparseMatrix:
        return replace(self, values=values)

    def mask_columns(self, keep: Tensor) -> SparseMatrix:
        return self.with_values(self.values * keep[self.pattern.columns])

    def __matmul__(self, dense: Tensor) -> Tensor:
        return spmm(self.pattern, self.values.to(dense.dtype), dense)


def _pattern_of(by_row: sparse.csr_matrix) -> Pattern:
    """Where the entries of a matrix in compressed rows are, in the order in which it keeps them."""
    place = np.arange(by_row.nnz, dtype=np.int32)
    by_column = sparse.csr_matrix((place, by_row.indices, by_row.indptr), by_row.shape).tocsc()
    parts = (by_row.indptr, by_row.indices, by_column.indptr, by_column.indices, by_column.data)
    return Pattern(*map(index_tensor, parts), by_row.shape)


def segment_ranges(starts: np.ndarray, lengths: np.ndarray) -> np.ndarray:
    """start, start + 1, ..., start + length - 1 for every segment, one after the other."""
    ends = np.cumsum(lengths)
    return np.arange(ends[-1] if len(ends) else 0) + np.repeat(starts - (ends - lengths), lengths)
