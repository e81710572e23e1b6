"""Pictures: cards and chips seen on the felt become sightings."""
