"""The latent Gaussians in numbers: how much they overlap, whose samples are whose, and where the embeddings stand.

All functions take z, mu and sigma as the loss sees them (`igcl_core.contrasted`) and give numpy arrays back.
"""
