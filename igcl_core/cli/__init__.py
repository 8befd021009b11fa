"""The command line: one file per command, a table for people and JSON for machines."""
