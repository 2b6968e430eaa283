"""The notation: text to typed log and back. Knows no ruleset."""
