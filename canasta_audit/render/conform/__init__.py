"""Reports of a run of the suite, one file a format; and of two runs side by side."""
