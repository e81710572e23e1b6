"""What the readers, the camera and people tell, joined into one table log."""
