"""Entry points of the judge: the command line, and the wiring that chooses its drivers."""
