"""Networks: layers, backbones, heads, the VGAE and its decoder, the losses, the optimiser."""
