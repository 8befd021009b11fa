"""What a visitor sets: choices and their link, the player, the list of runs."""
