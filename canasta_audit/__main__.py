"""``python -m canasta_audit`` is the command line."""

from __future__ import annotations

from canasta_audit.cli.main import main

if __name__ == "__main__":
    main()
