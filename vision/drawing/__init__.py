"""Cards, chips, felt and light, drawn: for training, for the rendered table and for tests."""
