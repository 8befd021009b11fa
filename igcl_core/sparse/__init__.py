"""Graphs as the tensors that layers compute with: sparse products, batches, neighbourhoods."""
