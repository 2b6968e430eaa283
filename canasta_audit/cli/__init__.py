"""The command line, one file a verb: the only code that prints, writes files and exits."""
