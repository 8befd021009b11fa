"""What the declarations of shallow methods share: what is reported, and what is drawn."""

from __future__ import annotations

from igcl_core.methods.shared.declared import HEALTH, PROBE
from igcl_core.training.method import Curves
from igcl_core.training.metrics import COMMON, Metric

METRICS = {
    **COMMON,
    "guessing": Metric(
        "Guessing loss",
        "How badly words are guessed from what they are seen beside, on a fixed sample, in nats.",
    ),
}
CURVES = (Curves("Guessing loss", ("guessing",)), PROBE, HEALTH)
NO_FEATURES = {"features": "raw"}  # of methods that never look at any
GENSIM_RATE = 0.025  # at which gensim begins unless it is told otherwise
