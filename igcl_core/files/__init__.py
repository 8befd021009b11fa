"""Files from anywhere and to anywhere: read without trust, written whole."""
