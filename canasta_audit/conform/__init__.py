"""The conformance suite: small cases in plain data, and who can be asked about them."""
