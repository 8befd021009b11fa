"""The implicit VAE: iGCL where there is no graph. It takes a Gaussian per item, and a plain VAE has one for each."""

from __future__ import annotations

from typing import Any

from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import NODE
from igcl_core.methods.implicit.igcl import CONTRAST, HEALTH, PROBE
from igcl_core.methods.implicit.metrics import METRICS as IGCL_METRICS
from igcl_core.methods.implicit.phases import PHASES as IGCL_PHASES
from igcl_core.methods.without_graph.cost import memory, work
from igcl_core.methods.without_graph.settings import VAESettings
from igcl_core.methods.without_graph.trainer import VAE_PHASE, ImplicitVAE
from igcl_core.training.method import BOUND, DECODED, GAUSSIANS, RECOMMENDED, Beside, Curves, Method, Phase
from igcl_core.training.metrics import COMMON, Metric
from igcl_core.training.registry import register
from igcl_core.training.step import Step

FROM_IGCL = ("loss", "upper", "attraction", "repulsion", "implicit", "implicit_se", "gap", "sigma")
METRICS = {
    **COMMON,
    **{name: IGCL_METRICS[name] for name in FROM_IGCL},
    "epoch": Metric("Contrast updates", "Updates of the network that makes z so far."),
    "vae_loss": Metric("−ELBO", "Reconstruction loss + KL, in nats per item: the lower, the better the VAE fits."),
    "reconstruction": Metric(
        "Reconstruction loss", "-log p(x | a): how badly samples of the Gaussians rebuild their items, in nats."
    ),
    "kl": Metric("KL", "Distance of the Gaussians from N(0, I), in nats per item."),
    "probe_mu": Metric("Probe, VAE alone", "Test accuracy of such a classifier on the VAE's mean, without contrast."),
}
ELBO = Curves("VAE loss, and what it is made of", ("vae_loss", "reconstruction", "kl"))
PHASES = (
    Phase(VAE_PHASE, "VAE", "the VAE learns to rebuild every item"),
    IGCL_PHASES[-1],
)

_SHADES = dict(likelihood="bernoulli", columns="given")
DIGITS = dict(_SHADES, D=128, tau=1.0, warmup=300, epochs=200, vae_lr=0.01, beta=0.1, health_every=5)
WINE = dict(D=64, b=0, warmup=300, epochs=200, dropout=0.5)


def defaults(card: DatasetCard) -> dict[str, Any]:
    """Sensible settings for any other table, by its size."""
    return dict(b=min(512, card.nodes), D=64, dropout=0.5, health_every=5)


def cannot(card: DatasetCard) -> str | None:
    if card.features:
        return None
    return (
        f"A VAE learns to rebuild the numbers of every item, but {card.called!r} has none. "
        "Choose data with features, or a method that learns from edges."
    )


def shown_with(settings: VAESettings) -> set[str]:
    """Gaussians and what the decoder makes of a point always; the bound where there is a contrast."""
    return {GAUSSIANS, DECODED} | ({BOUND} if settings.contrasts else set())


def rests_with(settings: VAESettings, array: str) -> tuple[str, ...]:
    """While the VAE trains, z and h wait for the contrast."""
    return (VAE_PHASE,) if settings.contrasts and array in ("z", "h") else ()


def beside_with(settings: VAESettings) -> tuple[Beside, ...]:
    return (Beside("probe_mu", "mu", "VAE mean"),) if settings.contrasts else ()


def follows_with(settings: VAESettings, step: Step) -> str:
    """The means as long as only the VAE has learned; then z."""
    alone = settings.warmup > 0 and step.metrics.get("epoch", 0.0) == 0
    return "mu" if alone or not settings.contrasts else "z"


SHARED = dict(
    settings=VAESettings,
    trainers={NODE: ImplicitVAE},
    metrics=METRICS,
    presets={RECOMMENDED: {"digits": DIGITS, "wine": WINE}},
    defaults=defaults,
    cannot=cannot,
    shown_with=shown_with,
    rests_with=rests_with,
    beside_with=beside_with,
    follows_with=follows_with,
    memory=memory,
    work=work,
)

IMPLICIT_VAE = register(
    Method(
        "implicit-vae",
        "Implicit VAE",
        "contrastive",
        "Liang, Du, Zhu, Ma, Chen, Gao: Graph Contrastive Learning with Implicit Augmentations, without the graph",
        "iGCL without a graph, on pictures or a table: the same bound contrasts a plain network's embeddings with all "
        "samples of a plain VAE's Gaussians at once. The paper says that a Gaussian per item is all it takes: here one "
        "sees it. Edges are not looked at.",
        phases=PHASES,
        curves=(ELBO, CONTRAST, PROBE, HEALTH),
        arrays={"mu": "VAE μ", "z": "Implicit VAE z", "h": "Head output", "sigma": "VAE σ"},
        **SHARED,
    )
)

VAE_ALONE = register(
    Method(
        "vae",
        "VAE",
        "auto-encoder",
        "Kingma, Welling: Auto-Encoding Variational Bayes (2014)",
        "Rebuilds every item's own numbers from one Gaussian per item; the embedding is its mean. Edges are not looked "
        "at.",
        phases=PHASES[:1],
        curves=(ELBO, PROBE, HEALTH),
        arrays={"z": "VAE z", "h": "VAE h", "mu": "VAE μ", "sigma": "VAE σ"},
        fixed={"augmentation": "none"},
        **SHARED,
    )
)
