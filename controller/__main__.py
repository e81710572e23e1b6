"""Runs the ``cutcard`` command where only the package is on the path."""

import sys

from controller.cli import main

sys.exit(main())
