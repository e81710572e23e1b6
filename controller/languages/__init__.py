"""What people read: every text of pages and alerts, one file a language.

The English of rulings is the engine's own (``engine/english.py``), for its answers carry it; all
other English is in ``en.toml``. A house adds a language, or changes words of one, by a file.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Final

from controller.errors import UsageError
from engine.english import ENGLISH
from engine.law.toml_lines import line_of, lines
from engine.wording import Phrase, told

DEFAULT: Final = "en"
SHIPPED: Final = ("en", "de", "fr", "es", "zh")
CODE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})?")
FILL: Final = re.compile(r"\{(\w+)\}")


class LanguageError(UsageError):
    """A house's file of words cannot be used; the text says where and what to do."""


@dataclass(frozen=True, slots=True)
class Language:
    """All texts of a language, by section and key; English where it has none of its own."""

    code: str
    words: Mapping[str, str]

    @property
    def name(self) -> str:
        """What its speakers call it."""
        return self.words["language.name"]

    def say(self, phrases: Iterable[Phrase]) -> str:
        """Phrases as one text."""
        return told(phrases, self.words)


def languages(folder: Path | None = None) -> dict[str, Language]:
    """The languages shipped, and what a house's folder adds to them."""
    texts = {code: _shipped(code) for code in SHIPPED}
    for path in sorted(folder.glob("*.toml")) if folder else ():
        if not CODE.fullmatch(path.stem):
            raise LanguageError(f"{path}: expected a language as its name, like de.toml or pt.toml")
        texts[path.stem] = {**texts.get(path.stem, {}), **_checked(path)}
    return {code: Language(code, {**texts[DEFAULT], **words}) for code, words in texts.items()}


def language(code: str, folder: Path | None = None) -> Language:
    """One language."""
    known = languages(folder)
    if code not in known:
        near = get_close_matches(code, known, 1)
        do = f"did you mean {near[0]}?" if near else f"add {code}.toml to language.folder"
        raise LanguageError(f"language.use: expected one of {', '.join(known)}, got {code}: {do}")
    return known[code]


@cache
def _shipped(code: str) -> Mapping[str, str]:
    text = (resources.files("controller.languages") / f"{code}.toml").read_text("utf-8")
    words = _flat(tomllib.loads(text))
    return {**ENGLISH, **words} if code == DEFAULT else words


def _checked(path: Path) -> dict[str, str]:
    """A house's own words: each must be one that there is, with what it is filled with."""
    try:
        text = path.read_text("utf-8")
        words = _flat(tomllib.loads(text))
    except (OSError, ValueError) as error:
        raise LanguageError(f"{path}: expected a TOML file of texts: {error}") from error
    english = _shipped(DEFAULT)
    for key, said in words.items():
        at = f"{path}:{line_of(lines(text), tuple(key.split('.')))}: {key}"
        if key not in english:
            near = get_close_matches(key, english, 1)
            raise LanguageError(f"{at}: no such text{f': did you mean {near[0]}?' * bool(near)}")
        if placeholders(said) - placeholders(english[key]):
            wanted = ", ".join(sorted(placeholders(english[key]))) or "nothing"
            raise LanguageError(f"{at}: expected no other fill than {wanted}, got {said!r}")
    return words


def placeholders(text: str) -> set[str]:
    """What a text is filled with."""
    return set(FILL.findall(text))


def _flat(sections: Mapping[str, Mapping[str, str]]) -> dict[str, str]:
    flat: dict[str, str] = {}
    for section, texts in sections.items():
        if not isinstance(texts, Mapping):
            raise ValueError(f"{section}: expected a section of texts")
        for key, said in texts.items():
            if not isinstance(said, str):
                raise ValueError(f"{section}.{key}: expected a text")
            flat[f"{section}.{key}"] = said
    return flat
