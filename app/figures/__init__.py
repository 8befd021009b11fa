"""Figures: pure functions from steps and arrays to plotly Figures."""
