"""Rulesets: YAML with places, inheritance, options, and the frozen model that the checks ask."""
