"""Wires: readers, buttons and lamps become sightings."""
