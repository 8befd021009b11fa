"""Glossary: what every symbol and every word of the trade means, once, for the lesson and for tooltips on all pages."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Term:
    """A symbol or word, the name one says for it, what it means, and the other forms in which a text may use it."""

    symbol: str
    name: str
    meaning: str
    forms: tuple[str, ...] = ()


GLOSSARY: dict[str, Term] = {
    "graph": Term("graph", "graph", "Dots and lines: things, and which of them belong together.", ("graphs",)),
    "node": Term("node", "node", "A dot of the graph. Here: a member of the club.", ("nodes", "member", "members")),
    "link": Term("link", "link", "A line of the graph. Here: a friendship.", ("links", "linked", "line", "lines")),
    "n": Term("n", "n", "The number of the member we look at."),
    "m": Term("m", "m", "The number of another member, or of one dot among many."),
    "N": Term("N", "N", "How many members there are in all."),
    "A": Term("A_nm", "the table of links", "1 where members n and m are friends, 0 where they are not."),
    "d_n": Term("d_n", "degree", "How many friends member n has."),
    "vector": Term("vector", "vector", "A list of numbers. Two numbers are a place on a map.", ("vectors",)),
    "z_n": Term("z_n", "embedding", "The place the network gives to member n: what training moves.",
                ("z", "embedding", "embeddings")),
    "network": Term("network", "network", "A program with many knobs, which training turns until it does its task.",
                    ("networks",)),
    "training": Term("training", "training", "Turning the knobs a little, again and again, so that the loss falls.",
                     ("train", "trained", "trains", "untrained", "learn", "learns", "learned", "step", "steps")),
    "mu_n": Term("μ_n", "mean", "The middle of the cloud of member n.", ("μ", "mean", "means")),
    "sigma_n": Term("σ_n", "spread", "How wide the cloud of member n is, once across and once up.",
                    ("σ", "spread", "width", "widths", "wide")),
    "cloud": Term("cloud", "Gaussian", "A hill of chance: places near the middle are likely, far ones are rare.",
                  ("clouds", "Gaussian", "Gaussians")),
    "overlap": Term("overlap", "overlap",
                    "How much two clouds share: 1 where they are the same, 0 where they never meet.", ("overlaps",)),
    "class": Term("class", "class", "One of the groups to which nodes belong. Training never sees it.", ("classes",)),
    "ring": Term("ring", "ring", "The line at a distance of one σ from the middle of a cloud.", ("rings",)),
    "VGAE": Term("VGAE", "variational graph auto-encoder",
                 "The network that draws the clouds. It learns by rebuilding the links from them.",
                 ("VGAE's",)),
    "chance": Term("s(μ_n·μ_m)", "chance of a link",
                   "The VGAE's guess that n and m are friends: near 1 means surely, near 0 means surely not.",
                   ("chance", "s")),
    "reconstruction": Term("rebuild", "reconstruction loss", "How badly the links are guessed. Smaller is better.",
                           ("reconstruction", "rebuilding", "rebuilds")),
    "KL": Term("KL", "Kullback-Leibler divergence",
               "How far the clouds are from one plain round cloud in the middle. It keeps them from becoming dots."),
    "a_n": Term("a_n", "augmentation", "A dot drawn from the cloud of member n: another version of this member.",
                ("a", "augmentation", "augmentations", "implicit")),
    "epsilon": Term("ε", "noise", "A random number: mostly near 0, seldom beyond 2 or below -2.", ("noise", "random")),
    "tau": Term("τ", "temperature", "How sharply we compare. Small: only the strongest counts. Large: all count alike.",
                ("temperature", "temperatures")),
    "product": Term("z·a", "inner product", "Multiply the first numbers, multiply the second numbers, add both: large "
                    "where two arrows are long and point the same way.", ("product", "·")),
    "exp": Term("exp", "exponential function", "Makes every number positive, and large ones much larger."),
    "log": Term("log", "logarithm", "Undoes exp. The log of a share near 1 is near 0, of a tiny share far below 0."),
    "sum": Term("Σ", "sum", "Add up what follows, once for every member.", ("Σ", "sum")),
    "softmax": Term("softmax", "softmax", "Turns scores into shares that add up to 1.",
                    ("share", "shares", "bars", "bar")),
    "loss": Term("loss", "loss", "One number for how wrong things are. Training makes it smaller.", ("L", "losses")),
    "L_CL": Term("L_CL", "contrastive loss", "The loss with M dots drawn from every cloud.", ("CL", "contrastive")),
    "L_ICL": Term("L_ICL", "implicit contrastive loss", "Where L_CL settles when endlessly many dots are drawn.",
                  ("ICL",)),
    "L_upper": Term("L_upper", "upper bound", "A formula that needs no dots and is never below L_ICL.",
                    ("bound", "upper")),
    "M": Term("M", "M", "How many dots are drawn from every cloud."),
    "gap": Term("gap", "Jensen gap", "How far the bound lies above L_ICL.", ("Jensen",)),
    "pull": Term("pull", "attraction", "The part of the loss that draws z to its own cloud.",
                 ("pulls", "pulled", "attraction")),
    "push": Term("push", "repulsion", "The part of the loss that drives z away from the clouds of the others.",
                 ("pushes", "pushed", "repulsion")),
    "gradient": Term("slope", "gradient", "Which way the loss falls fastest, and how steeply."),
    "run": Term("run", "run", "One training from start to end.", ("runs",)),
    "seed": Term("seed", "seed", "The number that random numbers start from: the same seed, the same run.", ("seeds",)),
    "dimension": Term("dimension", "dimension", "How many numbers a vector has. Here: two.", ("dimensions",)),
    "accuracy": Term("accuracy", "accuracy", "The share of answers that are right."),
    "probe": Term("probe", "probe", "A test of z: how often the class of a node can be told from its embedding, by "
                  "somebody who has learned from other nodes.", ("Probe",)),
    "nats": Term("nats", "nats", "What a loss is counted in. Smaller is better.", ("nat",)),
    "homophily": Term("homophily", "homophily", "The share of links that join two nodes of one class.", ("Homophily",)),
    "PCA": Term("PCA", "principal component analysis", "A map on which the embeddings spread as far as a flat map lets "
                "them; what it hides may be much."),
    "t-SNE": Term("t-SNE", "t-SNE", "A map on which near stays near; how far the far ones are means little."),
    "UMAP": Term("UMAP", "UMAP", "A map on which near stays near; how far the far ones are means little."),
    "silhouette": Term("silhouette", "silhouette", "How well classes stand apart: near 1 is very well, 0 is not."),
    "Cora": Term("Cora", "Cora", "2,708 papers on how a program learns. Two are linked where one has learned from "
                 "the other."),
    "limit": Term("limit", "limit", "We say 'linked' where the chance is above it."),
}  # fmt: skip
