"""Hand-written games, to measure against in the same process."""
