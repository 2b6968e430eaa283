"""Random games: matches that bots play, lawful by construction, written down with all that a record can claim."""
