"""Waiting for bytes in a process with more than a thousand files open."""

import os

from firmware_bridge.descriptors import ready
from tests.firmware_bridge.crowded import SELECTS, crowded


def test_bytes_are_noticed_at_a_descriptor_beyond_selects_reach() -> None:
    with crowded():
        reads, writes = os.pipe()
        try:
            assert reads > SELECTS
            assert ready([reads], 0.0) == []
            os.write(writes, b"!")
            assert ready([reads], 1.0) == [reads]
        finally:
            os.close(reads)
            os.close(writes)


def test_who_hung_up_is_noticed() -> None:
    reads, writes = os.pipe()
    try:
        os.close(writes)
        assert ready([reads], 1.0) == [reads]
    finally:
        os.close(reads)
