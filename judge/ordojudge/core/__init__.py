"""The pure part of the judge: models and decisions, no files, clock, network or randomness."""
