"""The panels of the Gaussians page, one file each; all of them draw a Scene."""
