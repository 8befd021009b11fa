"""Methods that tell a graph from a spoiled copy of it."""
