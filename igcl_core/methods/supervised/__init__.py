"""Methods that are told classes in training."""
