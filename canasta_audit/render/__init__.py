"""Renderers: reports, positions, score sheets and documentation as text. Nothing here reads, writes or decides anything."""
