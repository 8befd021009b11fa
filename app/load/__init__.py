"""Load: many visitors at once, without browsers, and what they get: `python -m app.load`."""
