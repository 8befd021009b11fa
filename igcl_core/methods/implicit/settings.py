"""IGCLSettings: what decides what a run of iGCL, or of its VGAE alone, computes, with the paper's symbols."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from igcl_core.data.graphs import GRAPH, Graphs
from igcl_core.methods.shared import knobs
from igcl_core.nn.head import HEADS
from igcl_core.training.settings import MOST_PASSES, MOST_STEPS, NETWORK, TRAINING, WATCHING, Settings, knob

BACKBONES = ("gcn", "gat", "gatv2", "gin")
AUGMENTATIONS = ("implicit", "noise", "explicit", "none")
VGAE = "VGAE"


@dataclass(frozen=True)
class IGCLSettings(Settings):
    """What a run computes. Immutable: `settings.changed(tau=0.5)` gives a checked copy."""

    headline: ClassVar[tuple[str, ...]] = ("tau",)
    coder: ClassVar[str] = "VGAE"  # what makes the Gaussians

    tau: float = knobs.temperature()
    augmentation: str = knob(
        "implicit",
        "What embeddings are contrasted with: the VGAE's Gaussians, plain noise N(0, I), explicit edge drop and "
        "feature mask, or nothing (the VGAE alone).",
        label="Contrast with",
        group=knobs.CONTRAST,
        choices=AUGMENTATIONS,
    )
    loss: str = knob(
        "upper",
        "Closed-form bound L_upper, or L_CL with M samples.",
        label="Contrastive loss",
        group=knobs.CONTRAST,
        choices=("upper", "sampled"),
        live=True,
    )
    M: int = knob(
        1,
        "Samples per item in L_CL.",
        label="Samples per item",
        group=knobs.CONTRAST,
        symbol="M",
        low=1,
        high=1000,
        live=True,
    )
    direction: str = knob(
        "paper",
        "Softmax over embeddings, as the paper derives it, or over distributions, as its released code computes "
        "(no bound then).",
        label="Softmax over",
        group=knobs.CONTRAST,
        choices=("paper", "released"),
        live=True,
    )
    normalise: str = knob(
        "both",
        "L2-normalise nothing, z, or z and mu (sigma is then scaled with mu).",
        label="Normalise",
        group=knobs.CONTRAST,
        choices=("none", "z", "both"),
        live=True,
    )
    b: int = knobs.batch(512, "Items contrasted at once; 0 means all of them.", group=knobs.CONTRAST, symbol="b")
    edge_drop: float = knobs.share(
        0.2, "Share of edges dropped by the explicit augmentation.", label="Edges dropped", group=knobs.CONTRAST
    )
    feature_mask: float = knobs.share(
        0.2,
        "Share of feature columns masked by the explicit augmentation.",
        label="Features masked",
        group=knobs.CONTRAST,
    )

    backbone: str = knob(
        "gcn",
        "The graph network F that makes the embeddings.",
        label="Graph network",
        group=NETWORK,
        symbol="F",
        choices=BACKBONES,
    )
    layers: int = knobs.depth(2)
    D: int = knobs.width(256, "Numbers in an embedding and in the mean of a Gaussian.", symbol="D")
    activation: str = knobs.activation("prelu", "Non-linearity of the graph network.")
    dropout: float = knobs.dropout(0.5, "Share of inputs dropped at every layer of the graph network.")
    attention_heads: int = knob(
        4,
        "Attention heads of GAT and GATv2; the embedding size D must be a multiple.",
        label="Attention heads",
        group=NETWORK,
        low=1,
        high=64,
    )
    head: str = knob(
        "mlp",
        "Projection head between embedding and contrast.",
        label="Projection head",
        group=NETWORK,
        symbol="P",
        choices=tuple(HEADS),
    )

    weight_decay: float = knobs.weight_decay(0.0, "L2 penalty on graph network and head.", symbol="ℓ2")
    lr_step: float = knob(
        1.0,
        "The learning rate is multiplied by this again and again (see lr_every).",
        label="Learning rate falls to",
        group=TRAINING,
        above=0,
        high=1,
    )
    lr_every: int = knob(
        100,
        "Epochs between two such steps of the learning rate.",
        label="Learning rate falls every",
        group=TRAINING,
        low=1,
        high=MOST_PASSES,
    )
    lr_warmup: float = knob(
        0.0,
        "Share of the epochs over which the learning rate rises from 0.",
        label="Learning rate rises for",
        group=TRAINING,
        low=0,
        high=1,
    )

    warmup: int = knob(
        40,
        "VGAE passes before contrasting starts.",
        label="VGAE passes before contrast",
        group=VGAE,
        low=0,
        high=MOST_PASSES,
    )
    K: int = knob(
        0,
        "VGAE updates in every contrasting epoch (node level) or batch (graph level).",
        label="VGAE updates beside contrast",
        group=VGAE,
        symbol="K",
        low=0,
        high=1000,
        live=True,
    )
    vgae_until: float = knob(
        1.0,
        "Share of the contrasting epochs in which the VGAE is updated too (K times each).",
        label="VGAE trains until",
        group=VGAE,
        low=0,
        high=1,
        live=True,
    )
    vgae_hidden: int = knobs.width(256, "Width of the VGAE's shared layer.", "VGAE width", group=VGAE, high=8192)
    vgae_heads: str = knob(
        "linear",
        "Linear mu and log sigma, or a ReLU on both as printed.",
        label="VGAE heads",
        group=VGAE,
        choices=("linear", "relu"),
    )
    vgae_decoder: str = knob(
        "sampled",
        "Non-edges in the VGAE's loss: as many random ones as edges, or all. Graph level always takes all.",
        label="VGAE compares edges with",
        group=VGAE,
        choices=("sampled", "dense"),
        live=True,
    )
    vgae_lr: float = knobs.rate(0.01, "Learning rate of the VGAE.", label="VGAE learning rate", group=VGAE)
    vgae_dropout: float = knobs.dropout(0.0, "Dropout in the VGAE's encoder.", "VGAE dropout", group=VGAE)
    vgae_stop: float = knob(
        0.0,
        "Adjacency accuracy at which the VGAE stops learning; 0 means it never does.",
        label="VGAE stops at accuracy",
        group=VGAE,
        low=0,
        high=1,
        live=True,
    )
    beta: float = knob(
        1.0,
        "Weight of the KL term, which pulls every Gaussian towards N(0, I).",
        label="Weight of the KL",
        group=VGAE,
        symbol="β",
        low=0,
        high=1e6,
        live=True,
    )

    icl_every: int = knob(
        10,
        "Steps between Monte Carlo estimates of L_ICL; 0 means never.",
        label="Estimate L_ICL every",
        group=WATCHING,
        low=0,
        high=MOST_STEPS,
        live=True,
    )
    icl_samples: int = knob(
        8,
        "Draws per item in the estimate of L_ICL.",
        label="Draws for L_ICL",
        group=WATCHING,
        low=2,
        high=10000,
        live=True,
    )

    def check(self) -> None:
        if self.backbone in ("gat", "gatv2") and self.D % self.attention_heads:
            raise ValueError(
                f"D must be a multiple of attention_heads, but D={self.D} and attention_heads={self.attention_heads}."
            )
        if self.backbone != "gin" and self.layers > 3:
            raise ValueError(f"{self.backbone} takes 1 to 3 layers, but {self.layers} came; only gin goes deeper.")

    @property
    def contrasts(self) -> bool:
        """Whether z is trained by contrast; otherwise it is the VGAE's mean."""
        return self.augmentation != "none"

    @property
    def uses_vgae(self) -> bool:
        return self.augmentation in ("implicit", "none")

    def check_for(self, graphs: Graphs) -> None:
        """Refuse, in a sentence, what this dataset cannot be trained with."""
        if self.b > graphs.num_items:
            raise ValueError(
                f"The batch b must be at most the {graphs.num_items} {graphs.task}s of {graphs.name!r}, "
                f"but {self.b} came. Use b=0 for all of them."
            )
        if (self.backbone == "gin") != (graphs.task == GRAPH):
            fit = "gin" if graphs.task == GRAPH else "gcn, gat or gatv2"
            raise ValueError(
                f"{graphs.name!r} is a {graphs.task}-level dataset: its backbone is {fit}, not {self.backbone!r}."
            )
        if self.loss == "sampled" and self.direction == "released":
            raise ValueError("direction='released' belongs to loss='upper'; L_CL has the paper's direction only.")
