"""Comparisons and inferences as text, Markdown, JSON and CSV.

``matrix``, ``game`` and ``inference`` say what is told, as blocks; ``text`` and ``markdown`` write blocks down.
"""
