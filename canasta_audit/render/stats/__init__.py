"""What was counted in a store, in several formats."""
