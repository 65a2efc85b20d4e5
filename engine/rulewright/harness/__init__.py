"""Stage 7: drives any game through the public face of play: random playouts, scenarios."""
