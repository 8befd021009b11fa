"""Who is here and what is computed for them: visits, runs, workers, background work."""
