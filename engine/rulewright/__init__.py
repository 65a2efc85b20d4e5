"""rulewright: board games as rules files."""
