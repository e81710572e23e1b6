"""The line to the broker: topics, roles, what is delivered, and an embedded broker."""
