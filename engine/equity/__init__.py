"""What hands are worth against each other; only ``spots`` does without numpy."""
