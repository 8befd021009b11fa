"""The phases of a run of iGCL."""

from __future__ import annotations

from igcl_core.training.method import Phase

VGAE, JOINT, CONTRAST = "vgae", "joint", "contrast"

PHASES = (
    Phase(VGAE, "VGAE", "the VGAE learns to rebuild the graph"),
    Phase(JOINT, "VGAE + contrast", "VGAE and contrast learn together"),
    Phase(CONTRAST, "contrast", "contrast pulls the embeddings apart"),
)
