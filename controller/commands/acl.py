"""``cutcard acl``: mosquitto's ACL file, from the same table that the controller obeys."""

import argparse
import re

from controller.errors import UsageError
from controller.mqtt import homeassistant
from controller.mqtt.acl import Acl
from controller.mqtt.roles import PEOPLE, ROLES
from controller.mqtt.topics import TopicError

HELP = "print the ACL file for mosquitto"


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "--table",
        metavar="NAME",
        action="append",
        required=True,
        help="a table that this broker serves; may be given again",
    )
    parser.add_argument(
        "--homeassistant",
        metavar="PREFIX",
        nargs="?",
        const=homeassistant.PREFIX,
        help="let the controller announce the table to Home Assistant, and add a user for it "
        f"(PREFIX: {homeassistant.PREFIX})",
    )
    parser.add_argument(
        "--person",
        metavar="NAME=ROLE,…",
        action="append",
        default=[],
        type=_person,
        help="a user of his own for a person with an MQTT console: what he asks is kept under his "
        "name; may be given again",
    )


def _person(text: str) -> tuple[str, list[str]]:
    name, _, said = text.partition("=")
    roles = said.split(",")
    asking = [role for role in PEOPLE if ROLES[role].asks]
    if not re.fullmatch(r"[a-z0-9][a-z0-9_-]{0,39}", name) or not set(roles) <= set(asking):
        raise argparse.ArgumentTypeError(f"expected NAME=ROLE,… with roles of {', '.join(asking)}")
    return name, roles


def run(args: argparse.Namespace) -> int:
    """Print the file."""
    try:
        acl = Acl(args.table, home_assistant=args.homeassistant, people=dict(args.person))
    except TopicError as error:
        raise UsageError(str(error)) from error
    print(acl, end="")
    return 0
