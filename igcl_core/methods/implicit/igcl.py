"""iGCL: contrasts a graph network's embeddings with all samples of a VGAE's Gaussians at once."""

from __future__ import annotations

from igcl_core.data.cards import DatasetCard
from igcl_core.data.graphs import GRAPH, NODE
from igcl_core.methods.implicit.cost.memory import memory_shares
from igcl_core.methods.implicit.cost.work import work_shares
from igcl_core.methods.implicit.graph_level import GraphIGCL
from igcl_core.methods.implicit.metrics import METRICS
from igcl_core.methods.implicit.node_level import NodeIGCL
from igcl_core.methods.implicit.phases import PHASES, VGAE
from igcl_core.methods.implicit.presets import PAPER as PAPER_SETTINGS
from igcl_core.methods.implicit.presets import RECOMMENDED as OUR_SETTINGS
from igcl_core.methods.implicit.presets import defaults
from igcl_core.methods.implicit.settings import IGCLSettings
from igcl_core.methods.shared.declared import needs_edges
from igcl_core.training.method import BOUND, GAUSSIANS, PAPER, RECOMMENDED, RECONSTRUCTION, Beside, Curves, Method
from igcl_core.training.registry import register
from igcl_core.training.step import Step

PROBE = Curves("Probe accuracy", ("probe_test", "probe_mu"), "probe")
HEALTH = Curves("Health of the embedding", ("z_norm", "sigma", "effective_rank"), "health")
REBUILT = Curves("VGAE reconstruction", ("reconstruction", "kl", "edge_auc", "edge_ap"), "reconstruction")
CONTRAST = Curves("Contrastive loss", ("upper", "implicit", "gap", "attraction", "repulsion"), "contrast")


def shown_with(settings: IGCLSettings) -> set[str]:
    """Gaussians always; the rebuilt graph where there is a VGAE, the bound where Gaussians are contrasted."""
    rebuilt = {RECONSTRUCTION} if settings.uses_vgae else set()
    return {GAUSSIANS} | rebuilt | ({BOUND} if settings.augmentation in ("implicit", "noise") else set())


def rests_with(settings: IGCLSettings, array: str) -> tuple[str, ...]:
    """While the VGAE trains alone, only what is its own learns: it takes contrast to train z and h."""
    return (VGAE,) if settings.contrasts and array in ("z", "h") else ()


def beside_with(settings: IGCLSettings) -> tuple[Beside, ...]:
    return (Beside("probe_mu", "mu", "VGAE mean"),) if settings.augmentation == "implicit" else ()


def cannot(card: DatasetCard) -> str | None:
    """A table without links has nothing for a VGAE to rebuild."""
    return needs_edges("iGCL's VGAE", "learns by rebuilding edges", card) if card.task == NODE else None


def follows_with(settings: IGCLSettings, step: Step) -> str:
    """The means as long as only the VGAE has learned; z as soon as contrast has, and where there is no warm-up."""
    alone = settings.uses_vgae and settings.warmup > 0 and step.metrics.get("epoch", 0.0) == 0
    return "mu" if alone or not settings.contrasts else "z"


COMMON = dict(
    settings=IGCLSettings,
    trainers={NODE: NodeIGCL, GRAPH: GraphIGCL},
    phases=PHASES,
    arrays={"mu": "VGAE μ", "z": "iGCL z", "h": "Head output", "sigma": "VGAE σ"},
    metrics=METRICS,
    presets={RECOMMENDED: OUR_SETTINGS, PAPER: PAPER_SETTINGS},
    defaults=defaults,
    shown_with=shown_with,
    rests_with=rests_with,
    beside_with=beside_with,
    follows_with=follows_with,
    memory=memory_shares,
    work=work_shares,
    cannot=cannot,
)

IGCL = register(
    Method(
        "igcl",
        "iGCL",
        "contrastive",
        "Liang, Du, Zhu, Ma, Chen, Gao: Graph Contrastive Learning with Implicit Augmentations",
        "Contrasts a graph network's embeddings with all samples of a VGAE's Gaussians at once.",
        curves=(REBUILT, CONTRAST, PROBE, HEALTH),
        **COMMON,
    )
)

VGAE_ALONE = register(
    Method(
        "vgae",
        "VGAE",
        "auto-encoder",
        "Kipf, Welling: Variational Graph Auto-Encoders (2016)",
        "Rebuilds the graph from one Gaussian per node; the embedding is its mean.",
        curves=(REBUILT, PROBE, HEALTH),
        fixed={"augmentation": "none"},
        **{**COMMON, "arrays": {"z": "VGAE z", "h": "VGAE h", "mu": "VGAE μ", "sigma": "VGAE σ"}},
    )
)
