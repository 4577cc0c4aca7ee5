"""Clients of a judge elsewhere."""
