"""Methods that contrast two spoiled views of one graph."""
