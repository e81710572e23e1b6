"""The hands that ``cutcard demo`` plays, in the words of the scenario notebook."""
