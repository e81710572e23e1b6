"""A table that is made up: for newcomers, displays and tests."""
