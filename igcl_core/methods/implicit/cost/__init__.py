"""What a run of iGCL will cost in memory and time, told from its graph and settings."""
