"""Pages: one function each."""
