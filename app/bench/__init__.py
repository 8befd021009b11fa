"""Bench: the pages in a real browser, beside training without any page: `python -m app.bench`."""
