"""Pages: one self-contained file each, readable on a phone, on paper, by keyboard and without scripts.

``page`` is the frame, ``cards`` draws the cards, ``film`` makes recorded deals into data, ``stepper`` shows them turn by turn;
the other modules are the pages. Markup comes from templates that escape, words from ``canasta_audit.language``.
"""
