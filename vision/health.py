"""Looks after the camera: absent, frozen, dark, too bright, moved; told once when it changes."""

import cv2
import numpy as np

from vision.arrays import Picture
from vision.calibration import Calibration, trouble
from vision.eye import shrunk
from vision.sightings import CameraState, State

ABSENT_AFTER = 1.0  # seconds without a frame
FROZEN_AFTER = 1.0  # seconds of the very same picture: a live one has noise
SCENE_AFTER = 0.7  # seconds that a dark or bright picture must last
DARK, BRIGHT = 22.0, 0.55  # the brightest part's mean; the share of burnt-out pixels
MARKERS_EVERY = 0.8  # seconds between looks for markers; two must agree
ENOUGH = 1000  # pixels of a picture's width that show the markers well
THUMB = (90, 160)  # rows and columns that show how bright a picture is
HALF_BLIND = "the table goes on with RFID alone, half blind"
WORDS: dict[State, str] = {
    "absent": "no picture comes",
    "frozen": "the picture stands still",
    "dark": "the picture is dark: is the light on, the lens free?",
    "bright": "the picture is over-exposed: shade the lamp or shorten the exposure",
}


class Health:
    """Judges frames as they come, and their absence."""

    def __init__(self, calibration: Calibration | None = None) -> None:
        self.calibration = calibration
        self.state: State | None = None
        self.last_change = 0.0
        self.thumb = np.zeros(0, np.uint8)
        self.bad: tuple[State, float] | None = None
        self.place: tuple[State, str] = ("ok", "")
        self.looked = -MARKERS_EVERY

    def frame(self, t: float, picture: Picture) -> list[CameraState]:
        """Judge a frame; says something only when the camera's state changes."""
        state, detail = self._judged(t, picture)
        return self._say(t, state, detail)

    def silence(self, t: float, lasting: float) -> list[CameraState]:
        """No frame came for so many seconds."""
        return self._say(t, "absent", WORDS["absent"]) if lasting >= ABSENT_AFTER else []

    def absent(self, t: float, why: str) -> list[CameraState]:
        """The camera itself said that it is gone."""
        return self._say(t, "absent", why)

    def _judged(self, t: float, picture: Picture) -> tuple[State, str]:
        small = _thumb(picture)
        if small.shape != self.thumb.shape or not np.array_equal(small, self.thumb):
            self.thumb, self.last_change = small.copy(), t
        bad = _exposure(small)
        if bad is None or self.bad is None or self.bad[0] != bad:
            self.bad = None if bad is None else (bad, t)
        if self.bad and t - self.bad[1] >= SCENE_AFTER:
            return self.bad[0], WORDS[self.bad[0]]
        if t - self.last_change >= FROZEN_AFTER:
            return "frozen", WORDS["frozen"]
        return self._placed(t, picture)

    def _placed(self, t: float, picture: Picture) -> tuple[State, str]:
        """Whether the camera still hangs where it did; two looks must agree."""
        if self.calibration is None or self.bad or t - self.looked < MARKERS_EVERY:
            return self._now()
        self.looked = t
        before, self.place = self.place, _place(self.calibration, picture)
        return self.place if before[0] == self.place[0] else self._now()

    def _now(self) -> tuple[State, str]:
        lasting = self.state in ("moved", "no markers", "upside down")
        return (self.state, self.place[1]) if lasting and self.state else ("ok", "")

    def _say(self, t: float, state: State, detail: str) -> list[CameraState]:
        if state == self.state:
            return []
        self.state = state
        return [CameraState(t, state, "" if state == "ok" else f"{detail}; {HALF_BLIND}")]


def at_a_glance(picture: Picture, calibration: Calibration | None) -> tuple[State, str]:
    """What one picture alone says of its camera."""
    bad = _exposure(_thumb(picture))
    if bad:
        return bad, WORDS[bad]
    return _place(calibration, picture) if calibration else ("ok", "")


def _place(calibration: Calibration, picture: Picture) -> tuple[State, str]:
    tall, wide = picture.shape[:2]
    if (wide, tall) != calibration.size:
        sizes = f"{wide} × {tall} pixels, was {' × '.join(map(str, calibration.size))}"
        return "moved", f"the picture has {sizes}; calibrate again"
    return trouble(calibration, shrunk(picture, max(1, wide // ENOUGH)))


def _thumb(picture: Picture) -> Picture:
    rows, columns = (
        max(1, side // parts) for side, parts in zip(picture.shape, THUMB, strict=False)
    )
    return picture[::rows, ::columns]


def _exposure(small: Picture) -> State | None:
    grey = cv2.cvtColor(small, cv2.COLOR_BGR2GRAY)
    if float(np.percentile(grey, 95)) < DARK:
        return "dark"
    if float((grey > 250).mean()) > BRIGHT:
        return "bright"
    return None
