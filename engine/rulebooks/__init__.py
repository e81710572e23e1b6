"""The rulebooks as data: one file a book, and the catalogue of their clauses."""
