"""VAESettings: what decides what a run of the implicit VAE, or of its VAE alone, computes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from igcl_core.data.graphs import Graphs
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.methods.shared.knobs import same_knob, share, weight_decay, width
from igcl_core.nn.parts import ACTIVATIONS
from igcl_core.nn.vae import BERNOULLI, LIKELIHOODS
from igcl_core.training.settings import INPUT, MOST_PASSES, NETWORK, Settings, knob

CONTRAST, VAE = "Contrast", "VAE"
COLUMNS = ("given", "standard")


@dataclass(frozen=True)
class VAESettings(Settings):
    """What a run computes; the contrast has the knobs of iGCL, for it is the same."""

    headline: ClassVar[tuple[str, ...]] = ("tau",)
    coder: ClassVar[str] = "VAE"  # what makes the Gaussians

    tau: float = same_knob(IGCLSettings, "tau")
    augmentation: str = knob(
        "implicit",
        "What embeddings are contrasted with: the VAE's Gaussians, or nothing (the VAE alone).",
        label="Contrast with",
        group=CONTRAST,
        choices=("implicit", "none"),
    )
    normalise: str = same_knob(IGCLSettings, "normalise")
    b: int = knob(
        512,
        "Items seen at once, by the VAE and by the contrast; 0 means all of them.",
        label="Batch size",
        group=CONTRAST,
        symbol="b",
        low=0,
        high=10_000_000,
    )
    columns: str = knob(
        "standard",
        "The numbers of every column as given, or scaled to mean 0 and standard deviation 1.",
        label="Columns",
        group=INPUT,
        choices=COLUMNS,
    )
    D: int = width(32, "Numbers in an embedding and in the mean of a Gaussian.", symbol="D")
    layers: int = knob(2, "Layers of the network that makes z.", label="Layers", group=NETWORK, low=1, high=8)
    activation: str = knob(
        "prelu",
        "Non-linearity of the network that makes z.",
        label="Activation",
        group=NETWORK,
        choices=tuple(ACTIVATIONS),
    )
    dropout: float = share(
        0.2, "Share of inputs dropped at every layer of the network that makes z.", label="Dropout", group=NETWORK
    )
    head: str = same_knob(IGCLSettings, "head")
    weight_decay: float = weight_decay(0.0, "L2 penalty on the network that makes z, and on its head.")

    warmup: int = knob(
        100, "Updates of the VAE before contrasting starts.", label="VAE updates before contrast", group=VAE, low=0,
        high=MOST_PASSES,
    )  # fmt: skip
    hidden: int = knob(128, "Width of the VAE's hidden layers.", label="VAE width", group=VAE, low=1, high=4096)
    likelihood: str = knob(
        "gaussian",
        "How the decoder's error counts: as a shade from 0 to 1 (bernoulli), or as any number, with a spread learned "
        "for every column (gaussian).",
        label="Numbers are",
        group=VAE,
        choices=LIKELIHOODS,
    )
    vae_lr: float = knob(
        3e-3, "Learning rate of the VAE.", label="VAE learning rate", group=VAE, low=0, high=10, live=True
    )
    beta: float = knob(
        1.0,
        "Weight of the KL term, which pulls every Gaussian towards N(0, I).",
        label="Weight of the KL",
        group=VAE,
        symbol="β",
        low=0,
        high=1e6,
        live=True,
    )
    icl_every: int = same_knob(IGCLSettings, "icl_every")
    icl_samples: int = same_knob(IGCLSettings, "icl_samples")

    @property
    def contrasts(self) -> bool:
        """Whether z is trained by contrast; otherwise it is the VAE's mean."""
        return self.augmentation == "implicit"

    def check(self) -> None:
        if self.likelihood == BERNOULLI and self.columns != "given":
            raise ValueError(
                "likelihood='bernoulli' is for shades from 0 to 1, so columns must be 'given', not "
                f"{self.columns!r}. Use likelihood='gaussian' for scaled columns."
            )

    def check_for(self, graphs: Graphs) -> None:
        """Refuse, in a sentence, what this dataset cannot be trained with."""
        if self.b > graphs.num_items:
            raise ValueError(
                f"The batch b must be at most the {graphs.num_items} items of {graphs.name!r}, but {self.b} came. "
                "Use b=0 for all of them."
            )
