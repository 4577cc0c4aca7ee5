"""Importers: public data sets of problems, one module for each format."""
