import re
from pathlib import Path

from controller.web.server import STATIC
from engine.log import DECISIONS, FAULTS


def test_the_pages_know_the_words_of_the_table_log() -> None:
    text = (STATIC / "lib" / "vocabulary.js").read_text("utf-8")
    words = {
        name: tuple(body.split())
        for name, body in re.findall(r"export const (\w+) = `([^`]*)`", text)
    }
    assert words == {"FAULTS": FAULTS, "DECISIONS": DECISIONS}


def test_no_page_reads_markup_runs_text_or_loads_from_elsewhere() -> None:
    forbidden = re.compile(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|"
        r"setAttribute\(.style|https?://(?!www\.w3\.org/)|<style|style=|\son\w+="
    )
    found = [
        f"{path.name}: {match.group()}"
        for path in Path(STATIC).rglob("*")
        if path.suffix in (".js", ".html", ".css", ".svg")
        for match in forbidden.finditer(path.read_text("utf-8"))
    ]
    assert found == []
