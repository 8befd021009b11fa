"""The numbers that a step of iGCL reports: what each is called, and what it means."""

from __future__ import annotations

from igcl_core.training.metrics import COMMON, Metric

METRICS: dict[str, Metric] = {
    **COMMON,
    "epoch": Metric("Epoch", "Contrasting epochs completed."),
    "reconstruction": Metric(
        "Reconstruction loss", "How badly samples of the Gaussians rebuild the graph, in nats per pair."
    ),
    "kl": Metric("KL", "Distance of the Gaussians from N(0, I), in nats per node."),
    "edge_auc": Metric("Edge AUC", "Chance that an edge scores above a non-edge, from the means; 0.5 is guessing."),
    "edge_ap": Metric(
        "Edge average precision",
        "How pure the highest-scored pairs are: edges against about as many non-edges at node level, against every "
        "other pair inside a graph at graph level.",
    ),
    "adjacency_accuracy": Metric(
        "Adjacency accuracy",
        "Share of node pairs put on the right side of 1/2. At node level all edges and a fixed sample of about as many "
        "non-edges, each weighted to its true number; at graph level every pair inside a graph. Predicting no edge at "
        "all already scores the share of pairs without one: near 1 in a sparse graph, less in a dense one.",
    ),
    "loss": Metric("Contrastive loss", "The loss the backbone descends, in nats."),
    "upper": Metric("L_upper", "Closed-form upper bound on the expected contrastive loss, in nats."),
    "attraction": Metric("Attraction", "Pull of each embedding towards its own distribution; lower is closer."),
    "repulsion": Metric("Repulsion", "Push away from the others' embeddings; attraction + repulsion = loss."),
    "implicit": Metric("L_ICL", "Expected contrastive loss over all samples, by Monte Carlo, in nats."),
    "implicit_se": Metric("Standard error of L_ICL", "Uncertainty of that estimate."),
    "gap": Metric("Jensen gap", "L_upper minus L_ICL: how loose the bound is."),
    "sigma": Metric("Mean sigma", "Average standard deviation of the Gaussians."),
    "probe_mu": Metric("Probe, VGAE alone", "Test accuracy of such a classifier on the VGAE's mean, without contrast."),
    "lr": Metric("Learning rate", "Current learning rate of the backbone."),
}
