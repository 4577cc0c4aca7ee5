"""What a complexity model may run on."""
