"""The race: several methods on one graph, at the same time."""
