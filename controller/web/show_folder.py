"""The house's folder for the show: photographs, flags, sponsors, themes, by the files' names."""

import time
import tomllib
import unicodedata
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

PICTURES: Final = frozenset({".png", ".jpg", ".jpeg", ".webp", ".svg"})
SERVED: Final = PICTURES | {".css", ".woff2"}
AGAIN: Final = 5.0  # seconds after which the folder is looked through again
AT: Final = "/overlay/show"  # where a page finds its files


class ShowFolder:
    """``players/<name>.jpg``, ``flags/<code>.svg``, ``sponsors/*``, ``themes/<name>/``.

    ``players.toml`` says more of a player: ``["Ada Lovelace"]`` with ``flag = "gb"`` and ``title``.
    """

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._looked = float("-inf")
        self._photos: dict[str, str] = {}
        self._flags: dict[str, str] = {}
        self._sponsors: list[str] = []
        self._people: dict[str, dict[str, Any]] = {}

    def person(self, name: str) -> dict[str, str]:
        """What the folder has of a player."""
        self._look()
        known = _known(name)
        said = self._people.get(known, {})
        flag = str(said.get("flag", "")).casefold()
        return {
            "photo": self._photos.get(known, ""),
            "flag": self._flags.get(flag, ""),
            "title": str(said.get("title", "")),
        }

    def sponsors(self) -> list[str]:
        """The sponsors' pictures, in the order of their names."""
        self._look()
        return self._sponsors

    def file(self, path: str) -> Path | None:
        """A file that a page may have; None for all else."""
        if self._folder is None:
            return None
        root = self._folder.resolve()
        wanted = (root / path).resolve()
        inside = wanted.is_relative_to(root) and wanted.suffix.lower() in SERVED
        return wanted if inside and wanted.is_file() else None

    def _look(self) -> None:
        if self._folder is None or time.monotonic() < self._looked + AGAIN:
            return
        self._looked = time.monotonic()
        self._photos = self._pictures("players")
        self._flags = self._pictures("flags")
        self._sponsors = sorted(self._pictures("sponsors").values())
        self._people = self._players()

    def _pictures(self, kind: str) -> dict[str, str]:
        assert self._folder is not None
        folder = self._folder / kind
        files = sorted(folder.iterdir()) if folder.is_dir() else []
        return {
            _known(file.stem): f"{AT}/{kind}/{quote(file.name)}"
            for file in files
            if file.suffix.lower() in PICTURES
        }

    def _players(self) -> dict[str, dict[str, Any]]:
        assert self._folder is not None
        try:
            read = tomllib.loads((self._folder / "players.toml").read_text("utf-8"))
        except (OSError, ValueError):
            return {}  # there is none, or it is just being written
        return {_known(name): said for name, said in read.items() if isinstance(said, dict)}


def _known(name: str) -> str:
    """A name as it is looked for: accents may be composed or not, letters large or small."""
    return unicodedata.normalize("NFC", name).casefold().strip()
