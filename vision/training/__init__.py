"""Training: pictures rendered by ourselves make the two small networks; needs the extra `train`."""
