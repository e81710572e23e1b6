"""Home Assistant: tells it which of the table's topics to show, and how to read them."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

import msgspec

from controller.mqtt.roles import Role
from controller.mqtt.topics import Topics

PREFIX = "homeassistant"  # where it looks, unless its owner chose another
ROLE = Role("homeassistant", ("status", "info", "public", "dealer/alert", "floor/health"))
_HAND = "value_json.state.hand"


@dataclass(frozen=True, slots=True)
class Entity:
    """One thing on its dashboard, read from one of our topics."""

    key: str
    label: str
    branch: str
    template: str
    component: Literal["sensor", "binary_sensor"] = "sensor"
    icon: str = ""
    unit: str = ""
    device_class: str = ""

    def config(self) -> dict[str, Any]:
        """Its own part of the discovery payload."""
        optional = {
            "icon": self.icon,
            "unit_of_measurement": self.unit,
            "device_class": self.device_class,
        }
        said = {key: value for key, value in optional.items() if value}
        return {"name": self.label, "value_template": self.template, **said}


ENTITIES = (
    Entity(
        "table", "Table", "public/state", icon="mdi:cards-playing",
        template=f"{{{{ 'playing' if {_HAND} is defined and not {_HAND}.result else 'waiting' }}}}",
    ),
    Entity(
        "street", "Street", "public/state", icon="mdi:cards",
        template=f"{{{{ {_HAND}.street if {_HAND} is defined else 'none' }}}}",
    ),
    Entity(
        "pot", "Pot", "public/state", icon="mdi:poker-chip", unit="chips",
        template=f"{{{{ {_HAND}.pots | sum(attribute='amount') if {_HAND} is defined else 0 }}}}",
    ),
    Entity(
        "hands_hour", "Hands an hour", "floor/health", icon="mdi:speedometer", unit="hands/h",
        template="{{ value_json.hands_hour }}",
    ),
    Entity(
        "alert", "Alert", "dealer/alert", component="binary_sensor", device_class="problem",
        template="{{ 'ON' if value else 'OFF' }}",  # with none open the payload is empty
    ),
    Entity(
        "reader_problems", "Reader problems", "floor/health", icon="mdi:antenna",
        template="{{ value_json.readers | rejectattr('state', 'eq', 'ok') | list | count }}",
    ),
)  # fmt: skip


def discovery(topics: Topics, version: str, prefix: str = PREFIX) -> Iterator[tuple[str, bytes]]:
    """The topics and payloads, to be retained, by which it finds the table."""
    node = f"cutcard_{topics.table.replace('.', '-')}"
    device = {
        "identifiers": [node],
        "name": f"Poker table {topics.table}",
        "manufacturer": "Cutcard",
        "sw_version": version,
    }
    for entity in ENTITIES:
        config = {
            **entity.config(),
            "unique_id": f"{node}_{entity.key}",
            "state_topic": f"{topics.root}/{entity.branch}",
            "availability_topic": topics.status,  # its words are online and offline, as ours
            "device": device,
        }
        yield f"{prefix}/{entity.component}/{node}/{entity.key}/config", msgspec.json.encode(config)
