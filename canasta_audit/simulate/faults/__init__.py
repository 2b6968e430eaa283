"""Injectors: each turns a lawful log into one with exactly one fault of a kind, without asking the audit.

The audit is tested by them: what it should find, and where, is known before it is asked.
"""
