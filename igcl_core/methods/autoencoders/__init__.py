"""Methods that rebuild the graph from embeddings."""
