"""Boxes in which submissions run: what goes on inside them, and the drivers that make them."""
