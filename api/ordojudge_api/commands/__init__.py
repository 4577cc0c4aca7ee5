"""The commands of the command line, a file for each kind; `ordojudge_api.cli` puts them together."""
