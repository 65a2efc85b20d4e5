"""Stage 6: a program in motion: games, matches, actions, views, logs, reasons, saves."""
