"""The front end: it draws what igcl_core computes and never trains itself."""
