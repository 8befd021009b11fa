"""Shallow methods: no network, one vector per word, where words come from walks or from neighbourhoods."""
