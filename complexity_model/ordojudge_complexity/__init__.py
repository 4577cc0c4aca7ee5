"""Judging time complexity with a language model. Nothing is here yet."""
