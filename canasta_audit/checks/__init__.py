"""The checks: one file a chapter of the law; ``chapters`` gathers them, ``registry`` says what a check is."""
