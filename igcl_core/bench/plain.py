"""The plain ways: what one writes first, with torch_geometric's layers, dense blocks and N x N x D tensors.

They are what our speed is measured against, and the independent reference our maths is tested against.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch_geometric.nn import GCNConv, GINConv, global_add_pool, global_mean_pool

from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.sparse.products import SparseMatrix
from igcl_core.sparse.structure import Structure


def upper_bound(z: Tensor, mu: Tensor, sigma: Tensor, tau: float) -> Tensor:
    """L_upper with every difference z_n' - z_n written out: an N x N x D tensor."""
    delta = z[None, :, :] - z[:, None, :]
    quadratic = (sigma.square()[:, None, :] * delta.square()).sum(-1)
    logits = mu @ z.T / tau + quadratic / (2 * tau**2)
    return F.cross_entropy(logits - torch.diag_embed(torch.diagonal(quadratic)), torch.arange(len(z)))


def overlaps(mu: Tensor, sigma: Tensor) -> Tensor:
    """Bhattacharyya coefficients of all pairs with every difference and every sum written out: N x N x D tensors."""
    s = sigma.square()
    both = s[:, None] + s
    apart = (mu[:, None] - mu).square() / (4 * both)
    unlike = 0.5 * (both / (2 * sigma[:, None] * sigma)).log()
    return (-(apart + unlike).sum(-1)).exp()


def dense_reconstruction(a: Tensor, target: Tensor) -> Tensor:
    """Kipf's weighted cross-entropy over the whole N x N block."""
    total, positive = target.numel(), target.sum()
    weight, norm = (total - positive) / positive, total / (2 * (total - positive))
    return norm * F.binary_cross_entropy_with_logits(a @ a.T, target, pos_weight=weight)


def gathered_reconstruction(a: Tensor, edges: Tensor, others: Tensor) -> Tensor:
    """Both ends of every edge and of as many non-edges gathered, as torch_geometric's VGAE does."""
    positive = (a[edges[0]] * a[edges[1]]).sum(1)
    negative = (a[others[0]] * a[others[1]]).sum(1)
    return F.softplus(-positive).mean() + F.softplus(negative).mean()


class PlainVGAE(nn.Module):
    """torch_geometric's convolutions, one for mu and one for log sigma."""

    def __init__(self, inputs: int, hidden: int, latent: int):
        super().__init__()
        self.shared = GCNConv(inputs, hidden, cached=False)
        self.mu, self.log_sigma = GCNConv(hidden, latent), GCNConv(hidden, latent)

    def forward(self, x: Tensor, edge_index: Tensor) -> tuple[Tensor, Tensor]:
        h = self.shared(x, edge_index).relu()
        return self.mu(h, edge_index), self.log_sigma(h, edge_index)


class PlainGCN(nn.Module):
    def __init__(self, inputs: int, settings: IGCLSettings):
        super().__init__()
        size = settings.D
        self.first, self.second = GCNConv(inputs, size), GCNConv(size, size)
        self.head = nn.Sequential(nn.Linear(size, size), nn.ReLU(), nn.Linear(size, size))
        self.p = settings.dropout

    def forward(self, x: Tensor, edge_index: Tensor) -> Tensor:
        h = self.first(F.dropout(x, self.p), edge_index).relu()
        return self.head(self.second(F.dropout(h, self.p), edge_index).relu())


class PlainGIN(nn.Module):
    def __init__(self, inputs: int, settings: IGCLSettings):
        super().__init__()
        size, layers = settings.D, settings.layers
        widths = [inputs] + [size] * layers
        self.convolutions = nn.ModuleList(
            GINConv(nn.Sequential(nn.Linear(a, size), nn.ReLU(), nn.Linear(size, size))) for a in widths[:-1]
        )
        self.norms = nn.ModuleList(nn.BatchNorm1d(size) for _ in range(layers))
        self.head = nn.Sequential(nn.Linear(size * layers, size), nn.ReLU(), nn.Linear(size, size))
        self.shortcut = nn.Linear(size * layers, size) if settings.head == "skip" else None

    def forward(self, x: Tensor, edge_index: Tensor, graph: Tensor) -> Tensor:
        pooled = []
        for convolution, norm in zip(self.convolutions, self.norms, strict=True):
            x = norm(convolution(x, edge_index).relu())
            pooled.append(global_add_pool(x, graph))
        z = torch.cat(pooled, 1)
        return self.head(z) + (self.shortcut(z) if self.shortcut else 0.0)


def dense_features(structure: Structure) -> Tensor:
    x = structure.x
    return x.pattern.matrix(x.values).to_dense() if isinstance(x, SparseMatrix) else x


def directed_edges(structure: Structure) -> Tensor:
    edges = torch.from_numpy(structure.edges).long()
    return torch.cat([edges, edges.flip(0)], 1)


def kl(mu: Tensor, log_sigma: Tensor) -> Tensor:
    n = len(mu)
    return -0.5 / n * (1 + 2 * log_sigma - mu.square() - (2 * log_sigma).exp()).sum(1).mean()


class PlainIGCL:
    """Algorithms 1 and 2 the plain way, from a Structure and the same settings."""

    def __init__(self, structure: Structure, settings: IGCLSettings, node_level: bool):
        self.settings, self.node_level = settings, node_level
        inputs = structure.x.shape[1]
        self.model = (PlainGCN if node_level else PlainGIN)(inputs, settings)
        self.vgae = PlainVGAE(inputs, settings.vgae_hidden, settings.D)
        self.adam = torch.optim.Adam(self.model.parameters(), settings.lr, weight_decay=settings.weight_decay)
        self.vgae_adam = torch.optim.Adam(self.vgae.parameters(), settings.vgae_lr)
        self.x, self.edge_index = dense_features(structure), directed_edges(structure)
        self.graph = torch.from_numpy(structure.ptr).diff()
        self.graph = torch.repeat_interleave(torch.arange(len(self.graph)), self.graph)

    def batch(self, structure: Structure) -> PlainIGCL:
        """The same models on another mini-batch."""
        other = object.__new__(PlainIGCL)
        other.__dict__.update(self.__dict__)
        other.x, other.edge_index = dense_features(structure), directed_edges(structure)
        sizes = torch.from_numpy(structure.ptr).diff()
        other.graph = torch.repeat_interleave(torch.arange(len(sizes)), sizes)
        return other

    def adjacency(self) -> Tensor:
        target = torch.eye(len(self.x))
        target[self.edge_index[0], self.edge_index[1]] = 1.0
        return target

    def update_vgae(self, target: Tensor) -> None:
        mu, log_sigma = self.vgae(self.x, self.edge_index)
        a = mu + log_sigma.exp() * torch.randn_like(mu)
        loss = dense_reconstruction(a, target) + kl(mu, log_sigma)
        self.vgae_adam.zero_grad()
        loss.backward()
        self.vgae_adam.step()

    def update_contrast(self) -> None:
        with torch.no_grad():
            mu, log_sigma = self.vgae(self.x, self.edge_index)
        if self.node_level:
            h = self.model(self.x, self.edge_index)
            rows = torch.randperm(len(h))[: self.settings.b]
            h, mu, sigma = h[rows], mu[rows], log_sigma[rows].exp()
        else:
            h = self.model(self.x, self.edge_index, self.graph)
            mu, sigma = global_mean_pool(mu, self.graph), global_mean_pool(log_sigma, self.graph).exp()
        loss = upper_bound(h, mu, sigma, self.settings.tau)
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()

    def epoch(self) -> None:
        """K updates of the VGAE and one of the backbone on this batch."""
        target = self.adjacency()
        for _ in range(self.settings.K):
            self.update_vgae(target)
        self.update_contrast()


class GatheringVGAE:
    """A VGAE step whose decoder gathers both ends of every edge, in both directions, and of as many non-edges."""

    def __init__(self, structure: Structure, settings: IGCLSettings):
        self.x, self.edge_index = dense_features(structure), directed_edges(structure)
        self.vgae = PlainVGAE(structure.x.shape[1], settings.vgae_hidden, settings.D)
        self.adam = torch.optim.Adam(self.vgae.parameters(), settings.vgae_lr)

    def step(self) -> None:
        mu, log_sigma = self.vgae(self.x, self.edge_index)
        a = mu + log_sigma.exp() * torch.randn_like(mu)
        others = torch.randint(len(self.x), self.edge_index.shape)
        loss = gathered_reconstruction(a, self.edge_index, others) + kl(mu, log_sigma)
        self.adam.zero_grad()
        loss.backward()
        self.adam.step()
