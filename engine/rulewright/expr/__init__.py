"""Stage 2: the one-line grammar of sentences, expressions and clauses. Knows no game, no zone and no YAML."""
