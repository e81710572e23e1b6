"""What happened, on the disk, and how long it stays there."""
