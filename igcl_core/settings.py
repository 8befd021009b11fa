"""Settings: everything that decides what a run computes, as one frozen value with the paper's symbols."""

from __future__ import annotations

import math
from dataclasses import Field, asdict, dataclass, field, fields, replace
from typing import Any

from igcl_core.data.graphs import GRAPH, Graphs
from igcl_core.errors import UnknownName
from igcl_core.features import FEATURES
from igcl_core.models.head import HEADS
from igcl_core.models.parts import ACTIVATIONS

BACKBONES = ("gcn", "gat", "gatv2", "gin")
AUGMENTATIONS = ("implicit", "noise", "explicit", "none")


def knob(
    default: Any,
    help: str,
    *,
    symbol: str = "",
    low: float | None = None,
    above: float | None = None,
    high: float | None = None,
    choices: tuple[str, ...] = (),
    live: bool = False,
) -> Any:
    """A setting with its help, its symbol in the paper, its range, and whether it may change while a run trains."""
    about = dict(help=help, symbol=symbol, low=low, above=above, high=high, choices=choices, live=live)
    return field(default=default, metadata=about)


@dataclass(frozen=True)
class Settings:
    """What a run computes. Immutable: `settings.changed(tau=0.5)` gives a checked copy."""

    seed: int = knob(0, "Seed of every random number of the run.", low=0)
    epochs: int = knob(200, "Passes of contrastive training.", symbol="T", low=0, live=True)
    patience: int = knob(
        0, "Stop early when the contrastive loss has not fallen for this many epochs; 0 means never.", low=0, live=True
    )

    tau: float = knob(0.5, "Temperature: small contrasts sharply, large softly.", symbol="τ", above=0, live=True)
    augmentation: str = knob(
        "implicit",
        "What embeddings are contrasted with: the VGAE's Gaussians, plain noise N(0, I), explicit edge drop and "
        "feature mask, or nothing (the VGAE alone).",
        choices=AUGMENTATIONS,
    )
    loss: str = knob(
        "upper", "Closed-form bound L_upper, or L_CL with M samples.", choices=("upper", "sampled"), live=True
    )
    M: int = knob(1, "Samples per item in L_CL.", symbol="M", low=1, high=1000, live=True)
    direction: str = knob(
        "paper",
        "Softmax over embeddings, as the paper derives it, or over distributions, as its released code computes "
        "(no bound then).",
        choices=("paper", "released"),
        live=True,
    )
    normalise: str = knob(
        "both",
        "L2-normalise nothing, z, or z and mu (sigma is then scaled with mu).",
        choices=("none", "z", "both"),
        live=True,
    )
    b: int = knob(512, "Items contrasted at once; 0 means all of them.", symbol="b", low=0)

    backbone: str = knob("gcn", "The graph network F that makes the embeddings.", symbol="F", choices=BACKBONES)
    layers: int = knob(2, "Layers of the backbone.", low=1, high=8)
    D: int = knob(256, "Size of an embedding and of the latent Gaussians.", symbol="D", low=1, high=4096)
    activation: str = knob("prelu", "Non-linearity of the backbone.", choices=tuple(ACTIVATIONS))
    dropout: float = knob(0.5, "Share of inputs dropped at every backbone layer.", low=0, high=0.95, live=True)
    attention_heads: int = knob(4, "Attention heads of GAT and GATv2; D must be a multiple.", low=1, high=64)
    head: str = knob("mlp", "Projection head between embedding and contrast.", symbol="P", choices=tuple(HEADS))
    features: str = knob(
        "raw",
        "Node features: as given, rows summing to one, the degree, the degree one-hot, or as given with the degree.",
        choices=FEATURES,
    )

    lr: float = knob(1e-3, "Learning rate of the backbone.", low=0, high=10, live=True)
    weight_decay: float = knob(0.0, "L2 penalty on backbone and head.", symbol="ℓ2", low=0, high=10, live=True)
    lr_step: float = knob(1.0, "The learning rate is multiplied by this every lr_every epochs.", above=0, high=1)
    lr_every: int = knob(100, "Epochs between learning-rate steps.", low=1)
    lr_warmup: float = knob(0.0, "Share of the epochs over which the learning rate rises from 0.", low=0, high=1)

    warmup: int = knob(40, "VGAE passes before contrasting starts.", low=0)
    K: int = knob(
        0, "VGAE updates in every contrasting epoch (node level) or batch (graph level).", symbol="K", low=0, live=True
    )
    vgae_until: float = knob(1.0, "Share of the epochs in which those K updates happen.", low=0, high=1, live=True)
    vgae_hidden: int = knob(256, "Width of the VGAE's shared layer.", low=1, high=8192)
    vgae_heads: str = knob(
        "linear", "Linear mu and log sigma, or a ReLU on both as printed.", choices=("linear", "relu")
    )
    vgae_decoder: str = knob(
        "sampled",
        "Non-edges in the VGAE's loss: as many random ones as edges, or all. Graph level always takes all.",
        choices=("sampled", "dense"),
        live=True,
    )
    vgae_lr: float = knob(0.01, "Learning rate of the VGAE.", low=0, high=10, live=True)
    vgae_dropout: float = knob(0.0, "Dropout in the VGAE's encoder.", low=0, high=0.95, live=True)
    vgae_stop: float = knob(
        0.0, "Adjacency accuracy at which the VGAE stops learning; 0 means it never does.", low=0, high=1, live=True
    )
    beta: float = knob(1.0, "Weight of the KL term.", low=0, high=1e6, live=True)

    edge_drop: float = knob(0.2, "Share of edges dropped by the explicit augmentation.", low=0, high=0.95, live=True)
    feature_mask: float = knob(0.2, "Share of feature columns masked by it.", low=0, high=0.95, live=True)

    icl_every: int = knob(10, "Steps between Monte Carlo estimates of L_ICL; 0 means never.", low=0, live=True)
    icl_samples: int = knob(8, "Draws per item in that estimate.", low=2, high=10000, live=True)
    health_every: int = knob(
        1, "Steps between looks at the health of the embedding: its rank and length.", low=1, live=True
    )
    probe_every: int = knob(10, "Steps between probe scores; 0 means only at start and end.", low=0, live=True)
    snapshot_every: int = knob(
        10,
        "Steps between snapshots of the arrays; 0 means only start, end, and where contrasting begins.",
        low=0,
        live=True,
    )

    def __post_init__(self) -> None:
        for knob_field in fields(self):
            object.__setattr__(self, knob_field.name, checked(knob_field, getattr(self, knob_field.name)))
        if self.backbone in ("gat", "gatv2") and self.D % self.attention_heads:
            raise ValueError(
                f"D must be a multiple of attention_heads, but D={self.D} and attention_heads={self.attention_heads}."
            )
        if self.backbone != "gin" and self.layers > 3:
            raise ValueError(f"{self.backbone} takes 1 to 3 layers, but {self.layers} came; only gin goes deeper.")

    def changed(self, **changes: Any) -> Settings:
        """A checked copy with these settings changed."""
        names = [knob_field.name for knob_field in fields(self)]
        for name in changes:
            if name not in names:
                raise UnknownName("setting", name, names)
        return replace(self, **changes)

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

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)


def checked(knob_field: Field, value: Any) -> Any:
    """The value in its setting's type and range, or a sentence about what is wrong."""
    about, name = knob_field.metadata, knob_field.name
    if about["choices"]:
        if value not in about["choices"]:
            raise UnknownName(f"{name} setting", value, about["choices"])
        return value
    kind = type(knob_field.default)
    try:
        number = int(value) if kind is int and isinstance(value, int | str) else float(value)
    except (TypeError, ValueError):
        raise ValueError(f"{name} must be a number, but {value!r} came.") from None
    if not math.isfinite(number) or (kind is int and number != int(number)):
        raise ValueError(f"{name} must be a {'whole' if kind is int else 'finite'} number, but {value!r} came.")
    _check_range(name, number, about)
    return kind(number)


def _check_range(name: str, number: float, about: Any) -> None:
    low, above, high = about["low"], about["above"], about["high"]
    if (
        (low is not None and number < low)
        or (above is not None and number <= above)
        or (high is not None and number > high)
    ):
        expected = f"above {above:g}" if above is not None else f"at least {low:g}"
        expected += "" if high is None else f" and at most {high:g}"
        raise ValueError(f"{name} must be {expected}, but {number:g} came.")
