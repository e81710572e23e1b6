"""``cutcard acl``: mosquitto's ACL file, from the same table that the controller obeys."""

import argparse

from controller.errors import UsageError
from controller.mqtt import homeassistant
from controller.mqtt.acl import Acl
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


def run(args: argparse.Namespace) -> int:
    """Print the file."""
    try:
        acl = Acl(args.table, home_assistant=args.homeassistant)
    except TopicError as error:
        raise UsageError(str(error)) from error
    print(acl, end="")
    return 0
