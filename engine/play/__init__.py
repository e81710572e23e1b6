"""Playing a deal: what happens is held against what was due, ruled, and followed."""
