"""DatasetCard: what is known of a dataset before it is loaded, and the list of all of them."""

from __future__ import annotations

from dataclasses import dataclass

from igcl_core.errors import UnknownName

from .cache import cache_file
from .graphs import GRAPH, NODE
from .places import cache_folder, data_folder
from .raw_layout import has_raw

NOT_STATED = "not stated by its authors"
MADE_HERE = "made by this program, free of any licence"
ALIASES = {
    "imdb-binary": "imdb-b",
    "imdb-multi": "imdb-m",
    "amazon-photo": "photo",
    "amazon-computers": "computers",
    "karate-club": "karate",
}


@dataclass(frozen=True)
class DatasetCard:
    """Counts are totals over all graphs; edges are undirected, each counted once, without self-loops.

    Without class names the classes are "class 0", "class 1", ..., without column names the features are numbered;
    homophily is the share of edges within a class. `shows` says what training on it lets one see, as measured.
    """

    name: str
    title: str
    task: str
    graphs: int
    nodes: int
    edges: int
    features: int
    classes: int
    description: str
    source: str
    licence: str
    class_names: tuple[str, ...] = ()
    column_names: tuple[str, ...] = ()
    homophily: float | None = None
    built_in: bool = False
    brought: bool = False
    shows: str = ""

    @property
    def called(self) -> str:
        """What a sentence calls it: a listed dataset by the name that finds it, brought data by its own."""
        return self.title if self.brought else self.name

    def available(self) -> bool:
        """Whether the data is on this machine: built in, brought, in IGCL_DATA, or in the cache folder."""
        return (
            self.built_in
            or self.brought
            or has_raw(self.name, data_folder())
            or cache_file(self.name).is_file()
            or has_raw(self.name, cache_folder())
        )


def find_card(name: str) -> DatasetCard:
    """The card of a name in any case, or of a well-known other name; else an error with the nearest names."""
    wanted = str(name).strip().lower().replace("_", "-").replace(" ", "-")
    wanted = ALIASES.get(wanted, wanted)
    if wanted in DATASETS:
        return DATASETS[wanted]
    raise UnknownName("dataset", name, DATASETS)


def _gain(untrained: float, vgae: float, igcl: float, up: int) -> str:
    """What the recommended preset gave with seeds 100 to 109, which chose nothing."""
    return (
        f"Probe accuracy here, over ten seeds: {untrained} % untrained, {vgae} % by the VGAE alone, {igcl} % after "
        f"contrast, which was higher than the VGAE in {up} of the ten."
    )


_DIGITS = tuple(str(digit) for digit in range(10))
_DIGITS_SOURCE = (
    "E. Alpaydin and C. Kaynak, Optical Recognition of Handwritten Digits, UCI Machine Learning Repository, 1998, "
    "as packed with scikit-learn."
)
_PLANETOID_SPLIT = (
    "with the split of Z. Yang, W. Cohen and R. Salakhutdinov, "
    "Revisiting Semi-Supervised Learning with Graph Embeddings, ICML 2016."
)
_SEN = "P. Sen et al., Collective Classification in Network Data, AI Magazine 29(3), 2008, " + _PLANETOID_SPLIT
_AMAZON_SOURCE = (
    "J. McAuley et al., Image-Based Recommendations on Styles and Substitutes, SIGIR 2015, as prepared by "
    "O. Shchur et al., Pitfalls of Graph Neural Network Evaluation, 2018."
)
_TU = "as collected by C. Morris et al., TUDataset, 2020."
_YANARDAG = "P. Yanardag and S. V. N. Vishwanathan, Deep Graph Kernels, KDD 2015, " + _TU

_BUILT_IN = (
    DatasetCard(
        name="planted",
        title="Planted partition",
        task=NODE,
        graphs=1,
        nodes=600,
        edges=1800,
        features=16,
        classes=4,
        homophily=0.65,
        description="A made-up graph whose hidden groups are known, so one can see whether a method finds them.",
        shows=_gain(81.6, 88.2, 90.4, 9),
        source="The model of A. Condon and R. M. Karp, Algorithms for Graph Partitioning on the Planted Partition "
        "Model, Random Structures and Algorithms 18(2), 2001; drawn by this program.",
        licence=MADE_HERE,
        built_in=True,
    ),
    DatasetCard(
        name="digits",
        title="Digits",
        task=NODE,
        graphs=1,
        nodes=1797,
        edges=10071,
        features=64,
        classes=10,
        class_names=_DIGITS,
        homophily=0.9589,
        description="Handwritten digits of 8 by 8 pixels, each linked to the images most like it.",
        shows=_gain(81.2, 82.3, 84.4, 8),
        source=_DIGITS_SOURCE,
        licence="CC BY 4.0",
        built_in=True,
    ),
    DatasetCard(
        name="digit-graphs",
        title="Digit graphs",
        task=GRAPH,
        graphs=1797,
        nodes=39778,
        edges=85289,
        features=3,
        classes=10,
        class_names=_DIGITS,
        description="Each handwritten digit as a graph of its own: bright pixels, linked where they touch.",
        shows=_gain(72.1, 80.3, 85.2, 9),
        source=_DIGITS_SOURCE,
        licence="CC BY 4.0",
        built_in=True,
    ),
    DatasetCard(
        name="motifs",
        title="Motifs",
        task=GRAPH,
        graphs=300,
        nodes=5697,
        edges=6072,
        features=1,
        classes=4,
        class_names=("star", "cycle", "house", "clique"),
        description="Random trees with a star, a cycle, a house or a clique hung on them: only the shape tells which.",
        shows=_gain(74.3, 96.1, 98.2, 6),
        source="Drawn by this program, after the motif graphs of R. Ying et al., GNNExplainer, NeurIPS 2019.",
        licence=MADE_HERE,
        built_in=True,
    ),
    DatasetCard(
        name="wine",
        title="Wine (a table)",
        task=NODE,
        graphs=1,
        nodes=178,
        edges=0,
        features=13,
        classes=3,
        class_names=("grower 1", "grower 2", "grower 3"),
        column_names=(
            "alcohol",
            "malic acid",
            "ash",
            "alkalinity of ash",
            "magnesium",
            "phenols",
            "flavonoids",
            "other phenols",
            "proanthocyanins",
            "colour",
            "hue",
            "protein (OD280/OD315)",
            "proline",
        ),
        description="Thirteen measurements of wines from three growers, each scaled to mean 0 and spread 1. A table of "
        "numbers without any link: methods that need a graph cannot use it.",
        shows="Probe accuracy of the Implicit VAE here, over ten seeds: 80.4 % untrained, 85.0 % by the VAE alone, "
        "87.2 % after contrast, which was higher than the VAE in 8 of the ten.",
        source="M. Forina et al., Wine, UCI Machine Learning Repository, 1991, as packed with scikit-learn.",
        licence="CC BY 4.0",
        built_in=True,
    ),
    DatasetCard(
        name="karate",
        title="Karate club",
        task=NODE,
        graphs=1,
        nodes=34,
        edges=78,
        features=34,
        classes=2,
        class_names=("Mr. Hi", "Officer"),
        homophily=0.859,
        description="The members of a karate club and their friendships; after a quarrel the club split into two.",
        shows="The smallest: every dot can be followed, but too few to tell whether contrast helps.",
        source="W. W. Zachary, An Information Flow Model for Conflict and Fission in Small Groups, "
        "Journal of Anthropological Research 33(4), 1977, as packed with networkx.",
        licence=NOT_STATED,
        built_in=True,
    ),
)

_PAPER_NODE = (
    DatasetCard(
        name="cora",
        title="Cora",
        task=NODE,
        graphs=1,
        nodes=2708,
        edges=5278,
        features=1433,
        classes=7,
        class_names=(
            "Theory",
            "Reinforcement Learning",
            "Genetic Algorithms",
            "Neural Networks",
            "Probabilistic Methods",
            "Case Based",
            "Rule Learning",
        ),
        homophily=0.81,
        description="Papers on machine learning and their citations; the words of a paper hint at its field.",
        source=_SEN,
        licence=NOT_STATED,
    ),
    DatasetCard(
        name="citeseer",
        title="CiteSeer",
        task=NODE,
        graphs=1,
        nodes=3327,
        edges=4552,
        features=3703,
        classes=6,
        class_names=("AI", "ML", "IR", "DB", "Agents", "HCI"),
        homophily=0.7355,
        description="Computer science papers and their citations; some papers are cited by none and cite none.",
        source=_SEN,
        licence=NOT_STATED,
    ),
    DatasetCard(
        name="pubmed",
        title="PubMed",
        task=NODE,
        graphs=1,
        nodes=19717,
        edges=44324,
        features=500,
        classes=3,
        class_names=("Diabetes, experimental", "Diabetes, type 1", "Diabetes, type 2"),
        homophily=0.8024,
        description="Medical papers on diabetes and their citations; the words of a paper hint at the kind it studies.",
        source="G. Namata et al., Query-Driven Active Surveying for Collective Classification, MLG 2012, "
        + _PLANETOID_SPLIT,
        licence=NOT_STATED,
    ),
    DatasetCard(
        name="photo",
        title="Amazon Photo",
        task=NODE,
        graphs=1,
        nodes=7650,
        edges=119081,
        features=745,
        classes=8,
        class_names=(
            "Film Photography",
            "Digital Cameras",
            "Binoculars & Scopes",
            "Lenses",
            "Tripods & Monopods",
            "Video Surveillance",
            "Lighting & Studio",
            "Flashes",
        ),
        homophily=0.8272,
        description="Photo products linked when often bought together; the words of their reviews are the features.",
        source=_AMAZON_SOURCE,
        licence=NOT_STATED,
    ),
    DatasetCard(
        name="computers",
        title="Amazon Computers",
        task=NODE,
        graphs=1,
        nodes=13752,
        edges=245861,
        features=767,
        classes=10,
        class_names=(
            "Desktops",
            "Data Storage",
            "Laptops",
            "Monitors",
            "Computer Components",
            "Video Projectors",
            "Routers",
            "Tablets",
            "Networking Products",
            "Webcams",
        ),
        homophily=0.7772,
        description="Computer products linked when often bought together; the words of their reviews are the features.",
        source=_AMAZON_SOURCE,
        licence=NOT_STATED,
    ),
)

_PAPER_GRAPH = (
    DatasetCard(
        name="mutag",
        title="MUTAG",
        task=GRAPH,
        graphs=188,
        nodes=3371,
        edges=3721,
        features=7,
        classes=2,
        class_names=("non-mutagenic", "mutagenic"),
        description="Small molecules, atoms linked by bonds; some of them damage the genes of a bacterium.",
        source="A. K. Debnath et al., Structure-Activity Relationship of Mutagenic Aromatic and Heteroaromatic Nitro "
        "Compounds, Journal of Medicinal Chemistry 34(2), 1991, " + _TU,
        licence=NOT_STATED,
    ),
    DatasetCard(
        name="nci1",
        title="NCI1",
        task=GRAPH,
        graphs=4110,
        nodes=122747,
        edges=132753,
        features=37,
        classes=2,
        description="Molecules tested against lung cancer cells: which of them hold back the cells?",
        source="N. Wale, I. A. Watson and G. Karypis, Comparison of Descriptor Spaces for Chemical Compound Retrieval "
        "and Classification, Knowledge and Information Systems 14(3), 2008, " + _TU,
        licence=NOT_STATED,
    ),
    DatasetCard(
        name="proteins",
        title="PROTEINS",
        task=GRAPH,
        graphs=1113,
        nodes=43471,
        edges=81044,
        features=3,
        classes=2,
        description="Proteins as graphs of helices, sheets and turns that lie near each other: enzyme or not?",
        source="K. M. Borgwardt et al., Protein Function Prediction via Graph Kernels, Bioinformatics 21, 2005, " + _TU,
        licence=NOT_STATED,
    ),
    DatasetCard(
        name="collab",
        title="COLLAB",
        task=GRAPH,
        graphs=5000,
        nodes=372474,
        edges=12286079,
        features=0,
        classes=3,
        description="The circle of co-authors around a physicist: which of three branches of physics is it?",
        source=_YANARDAG,
        licence=NOT_STATED,
    ),
    DatasetCard(
        name="imdb-b",
        title="IMDB-BINARY",
        task=GRAPH,
        graphs=1000,
        nodes=19773,
        edges=96531,
        features=0,
        classes=2,
        description="The actors around one actor, linked when they played in one film: action or romance?",
        source=_YANARDAG,
        licence=NOT_STATED,
    ),
    DatasetCard(
        name="imdb-m",
        title="IMDB-MULTI",
        task=GRAPH,
        graphs=1500,
        nodes=19502,
        edges=98903,
        features=0,
        classes=3,
        description="The actors around one actor, linked when they played in one film: comedy, romance or sci-fi?",
        source=_YANARDAG,
        licence=NOT_STATED,
    ),
)

DATASETS: dict[str, DatasetCard] = {card.name: card for card in _BUILT_IN + _PAPER_NODE + _PAPER_GRAPH}
