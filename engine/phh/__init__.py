"""Hand histories in the poker hand history format (PHH): read, dealt again, written."""

from engine.phh.again import events
from engine.phh.play import Outcome, Verdict, play
from engine.phh.record import Record, Recorder
from engine.phh.text import HandHistory, NotPlayedError, PhhError, Stacks, dumps, loads, scan

__all__ = [
    "HandHistory",
    "NotPlayedError",
    "Outcome",
    "PhhError",
    "Record",
    "Recorder",
    "Stacks",
    "Verdict",
    "dumps",
    "events",
    "loads",
    "play",
    "scan",
]
