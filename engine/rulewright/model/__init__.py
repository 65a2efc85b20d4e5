"""Stage 3: a game as its file says it, with every line parsed and every name still a string."""
