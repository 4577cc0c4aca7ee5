"""Calling a submission's function in languages other than Python: what is compiled around a submission."""
