"""Judging time complexity with a model: of a program its class, and whether it exceeds a target."""
