"""Methods that need a Gaussian per item and no graph: a plain VAE on pictures or on a table of numbers."""
