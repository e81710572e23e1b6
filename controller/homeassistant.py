"""Home Assistant: tells it which of the table's topics to show."""

from controller.roles import Role

ROOT = "homeassistant"
ROLE = Role("homeassistant", ("status", "info", "public", "dealer/alert", "floor/health"))
