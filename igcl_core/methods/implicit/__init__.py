"""iGCL, and the VGAE alone: one trainer in two sizes, for nodes and for graphs."""

from igcl_core.methods.implicit.contrasted import Contrasted, contrasted

__all__ = ["Contrasted", "contrasted"]
