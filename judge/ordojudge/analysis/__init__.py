"""Evidence on time complexity: measured by running programs, read from their text, and combined."""
