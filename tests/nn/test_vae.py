"""The VAE's ELBO against a version written out number by number, and its gradient against finite differences."""

import math

import pytest
import torch
from torch import Generator

from igcl_core.nn.vae import BERNOULLI, GAUSSIAN, LIKELIHOODS, VAE, elbo_parts


def small(likelihood: str) -> tuple[VAE, torch.Tensor, torch.Tensor]:
    """A VAE in double precision, six rows of four numbers, and the noise of one draw of each."""
    generator = Generator().manual_seed(1)
    vae = VAE(4, 5, 3, likelihood, generator).double()
    if likelihood == GAUSSIAN:
        vae.log_spread.data = torch.tensor([-0.5, 0.0, 0.3, -4.0], dtype=torch.float64)
    x = torch.rand(6, 4, generator=generator, dtype=torch.float64)
    return vae, x, torch.randn(6, 3, generator=generator, dtype=torch.float64)


def written_out(vae: VAE, x: torch.Tensor, noise: torch.Tensor) -> tuple[float, float]:
    """-log p and KL with loops over rows and numbers."""
    gaussians = vae.encode(x)
    lost = kl = 0.0
    for row in range(len(x)):
        mu, sigma = gaussians.mu[row], gaussians.sigma[row]
        for m, s in zip(mu.tolist(), sigma.tolist(), strict=True):
            kl += (m**2 + s**2 - 1 - 2 * math.log(s)) / 2
        hidden = ((mu + sigma * noise[row]) @ vae.outwards.weight + vae.outwards.bias).relu()
        for column, out in enumerate((hidden @ vae.rebuilt.weight + vae.rebuilt.bias).tolist()):
            value = float(x[row, column])
            if vae.likelihood == BERNOULLI:
                q = 1 / (1 + math.exp(-out))
                lost -= value * math.log(q) + (1 - value) * math.log(1 - q)
            else:
                spread = math.exp(max(float(vae.log_spread[column]), -3.0))
                density = math.exp(-((value - out) ** 2) / (2 * spread**2)) / math.sqrt(2 * math.pi * spread**2)
                lost -= math.log(density)
    return lost / len(x), kl / len(x)


@pytest.mark.parametrize("likelihood", LIKELIHOODS)
def test_the_elbo_is_what_it_is_written_out(likelihood):
    vae, x, noise = small(likelihood)
    with torch.no_grad():
        reconstruction, kl, _ = elbo_parts(vae, x, noise)
        assert (float(reconstruction), float(kl)) == pytest.approx(written_out(vae, x, noise), rel=1e-10)


@pytest.mark.parametrize("likelihood", LIKELIHOODS)
def test_its_gradient_is_that_of_finite_differences(likelihood):
    vae, x, noise = small(likelihood)

    def loss(*weights: torch.Tensor) -> torch.Tensor:
        named = dict(zip((name for name, _ in vae.named_parameters()), weights, strict=True))
        return torch.func.functional_call(Whole(vae), {f"vae.{name}": w for name, w in named.items()}, (x, noise))

    assert torch.autograd.gradcheck(loss, [p.detach().clone().requires_grad_() for p in vae.parameters()])


class Whole(torch.nn.Module):
    def __init__(self, vae: VAE):
        super().__init__()
        self.vae = vae

    def forward(self, x: torch.Tensor, noise: torch.Tensor) -> torch.Tensor:
        reconstruction, kl, _ = elbo_parts(self.vae, x, noise)
        return reconstruction + 0.7 * kl


def test_decoded_shades_are_shades():
    vae, _, noise = small(BERNOULLI)
    shades = vae.decode(10 * noise)
    assert ((0 < shades) & (shades < 1)).all()
