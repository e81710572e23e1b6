"""What the documents point at is there."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = [*sorted(ROOT.glob("*.md")), ROOT / "engine" / "CONTRACT.md"]
FOLDERS = "engine|controller|vision|firmware_bridge|tests|deploy"
PATH = re.compile(rf"`((?:{FOLDERS})/[\w./*-]*)`")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_paths_and_links_lead_somewhere(page: Path) -> None:
    text = page.read_text("utf-8")
    linked = [name for name in re.findall(r"\]\(([^)]+)\)", text) if "://" not in name]
    missing = [name for name in PATH.findall(text) if not any(ROOT.glob(name.rstrip("/")))]
    missing += [name for name in linked if not (page.parent / name).exists()]
    assert not missing


def test_there_are_pages() -> None:
    named = {page.name for page in PAGES}
    assert named >= {"ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "GLOSSARY.md"}
