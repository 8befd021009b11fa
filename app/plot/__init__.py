"""The live plot element: a Plotly chart that keeps zoom and picks while its data changes, and its film."""
