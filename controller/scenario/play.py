"""Playing a scenario: the events it sends, the answers it keeps, what fails."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from controller.scenario.evidence import Evidence, Role
from controller.scenario.lines import Answer, Event, NotebookLine, Scenario
from controller.scenario.telling import tell
from engine.cards import RANKS, SUITS
from engine.log import LogError
from engine.table import Table

STEP = 0.4
"""Seconds between two events: the pace of an unhurried dealer."""

_NEW_DECK = [rank + suit for suit in SUITS for rank in RANKS]
# A stride prime to 52 mixes ranks and suits, so that orderly cards seldom make a hand.
ORDERLY_DECK = tuple(_NEW_DECK[(7 + 29 * place) % 52] for place in range(52))


class Engine(Protocol):
    """What a scenario needs of the rules engine."""

    def apply(self, event: Event, /) -> list[Answer]:
        """Take one event of the table log, give the answers to it."""


class CannotPlayError(Exception):
    """An event line that the state of the deal does not allow; the scenario ends there."""


@dataclass(frozen=True)
class Report:
    """How a scenario went, and what it says of which clauses."""

    passed: bool
    problems: tuple[str, ...]
    evidence: Evidence
    log: tuple[Event, ...]


@dataclass
class Setup:
    """What is known of the table before it opens."""

    opening: Event = field(
        default_factory=lambda: {
            "e": "open",
            "game": "holdem",
            "structure": "no_limit",
            "format": "cash",
            "small_blind": 1,
            "big_blind": 2,
        }
    )
    seats: list[int] = field(default_factory=lambda: [1, 2, 3, 4, 5, 6])
    stack: int = 200
    stacks: dict[int, int] = field(default_factory=dict)
    button: int | None = None


class Play:
    """One scenario in progress."""

    def __init__(self, scenario: Scenario, engine: Engine, book: str = "", game: str = "") -> None:
        self.scenario = scenario
        self.engine = engine
        self.book = book  # which of those that the file holds in
        self.game = game  # likewise
        self.setup = Setup()
        self.opened = self.dealt = False
        self.time = 0.0
        self.log: list[Event] = []
        self.zones: dict[str, list[str]] = {}
        self.pile: list[str] = []
        self.stacked: dict[str, list[str]] = {}  # what the next cards to a seat are to be
        self.scrap: set[str] = set()
        self.expected: Answer = {}
        self.phase: Answer = {}
        self.start: Answer = {}  # the phase that began the deal: button and posts
        self.end: Answer = {}
        self.awards: list[Answer] = []
        self.rulings: list[Answer] = []  # not yet asserted
        self.rejects: list[Answer] = []  # not yet asserted
        self.doubts: dict[int, Answer] = {}  # open ones by their number
        self.explained: list[str] = []  # faults whose doubts ended well
        self.latest: list[Answer] = []  # answers to the last event line
        self.last_event_line: NotebookLine | None = None
        self.problems: list[str] = []
        self.evidence: set[tuple[Role, str]] = set()

    def play(self) -> Report:
        """Carry out every line; a line that cannot be carried out is the last."""
        for line in self.scenario.lines:
            try:
                self.prepare(line)
                line.form.carry_out(self, line)
            except CannotPlayError as stuck:
                self.problem(line, "", str(stuck))
                break
        self.settle()
        problems = tuple(self.problems)
        return Report(not problems, problems, frozenset(self.evidence), tuple(self.log))

    def send(self, event: Event) -> list[Answer]:
        """Give the engine one event, and keep what it answers."""
        stamped = {"t": round(self.time, 3), **event}
        self.time += STEP
        self.log.append(stamped)
        try:
            answers = self.engine.apply(stamped)
        except LogError as error:
            raise CannotPlayError(f"not an event of the table log: {error}") from None
        self.latest += answers
        for answer in answers:
            self._keep(answer)
        if event["e"] == "card" and not any(answer["o"] == "reject" for answer in answers):
            self._move(event)
        return answers

    def confirm(self) -> None:
        """Where a verdict is held back, the dealer says that it is so."""
        while self.doubts and not self.rulings:
            number = min(self.doubts)
            del self.doubts[number]
            self.time -= STEP  # it takes one touch
            self.send({"e": "answer", "doubt": number, "is": True})
            self.rejects = [one for one in self.rejects if one["event"]["e"] != "answer"]

    def start_hand(self, button: int | None = None) -> None:
        """Begin a deal; the first one has the button where the seats line put it."""
        if button is None and not self.dealt:
            button = self.setup.button
        self.dealt = True
        self.zones, self.scrap, self.awards, self.end = {}, set(), [], {}
        named = self.scenario.named_cards
        self.pile = [card for card in ORDERLY_DECK if card not in named]
        self.send({"e": "hand"} if button is None else {"e": "hand", "button": button})

    def fresh(self, zone: str) -> str:
        """Take the next orderly card, or just the one the engine asks for in that zone."""
        due = self.expected
        if due.get("what") == "card" and due.get("zone") == zone and due.get("card"):
            return str(due["card"])
        if self.stacked.get(zone):
            return self.stacked[zone].pop(0)
        if not self.pile:
            raise CannotPlayError("no orderly cards are left that the file does not name")
        return self.pile.pop(0)

    def cite(self, role: Role, *clauses: str) -> None:
        """Note which clauses a line that came true has named."""
        self.evidence.update((role, clause) for clause in clauses if clause)

    def problem(self, line: NotebookLine, expected: str, came: str) -> None:
        """Note a failure in a block of its own that says where, what was expected, what came."""
        block = [f"{self.scenario.name}:{line.number}: {line.text}"]
        block += _labelled("expected", expected) if expected else []
        block += _labelled("came", came)
        if self.last_event_line and self.last_event_line is not line:
            after = self.last_event_line
            block += _labelled("after", f"line {after.number}: {after.text}")
        for answer in self.latest[-6:]:
            if tell(answer) != came:
                block += _labelled("answer", tell(answer))
        self.problems.append("\n".join(block))

    def settle(self) -> None:
        """Fail for each ruling or rejection that no line has asserted."""
        line = self.last_event_line
        for answer in self.rulings + self.rejects:
            if line:
                self.problem(line, "no ruling, or a line that asserts it", tell(answer))
        self.rulings, self.rejects = [], []

    def prepare(self, line: NotebookLine) -> None:
        """Open the table and begin a deal where the line needs it."""
        kind = line.form.kind
        if kind == "either":
            kind = "table" if self.opened else "setup"
        if kind == "setup" and self.opened:
            raise CannotPlayError(
                "the table is open already: this line belongs above the first event"
            )
        if kind not in ("table", "hand"):
            return
        self.settle()
        self.latest, self.last_event_line = [], line
        if not self.opened:
            self._open()
        if kind == "hand" and not self.dealt:
            self.start_hand()

    def _open(self) -> None:
        if "rulebook" not in self.setup.opening:
            raise CannotPlayError("no book is named: write a line such as `book hilton` above this")
        self.opened = True
        self.send(self.setup.opening)
        for seat in sorted({*self.setup.seats, *self.setup.stacks}):
            stack = self.setup.stacks.get(seat, self.setup.stack)
            self.send({"e": "sit", "seat": seat, "stack": stack})

    def _keep(self, answer: Answer) -> None:
        match answer["o"]:
            case "expect":
                self.expected = answer
            case "phase":
                self.phase = answer
                if answer["street"] == "deal":
                    self.start = answer
            case "end":
                self.end = answer
            case "award":
                self.awards.append(answer)
            case "ruling":
                self.rulings.append(answer)
                self.doubts.pop(answer.get("doubt", 0), None)
            case "reject":
                self.rejects.append(answer)
            case "doubt" if answer.get("over"):
                self.doubts.pop(answer["id"], None)
                self.explained.append(answer["about"])
            case "doubt":
                self.doubts[answer["id"]] = answer

    def _move(self, event: Event) -> None:
        card, origin = event["card"], event.get("from")
        for zone, held in self.zones.items():
            # A second seven of clubs out of the deck leaves the first where it lies.
            if card in held and (origin == zone or (origin is None and card != "??")):
                held.remove(card)
        self.zones.setdefault(event["zone"], []).append(card)
        if event["zone"] == "deck" and card not in self.pile and card != "??":
            self.pile.append(card)  # a remade deck gives it again
        if event.get("boxed") or card == "Jk":
            self.scrap.add(card)


def _labelled(label: str, text: str) -> list[str]:
    """Put a text beside its label, all its lines in one column."""
    first, *rest = text.split("\n")
    return [f"  {label:9} {first}", *(f"            {line}" for line in rest)]


def run(
    scenario: Scenario,
    new_table: Callable[[], Engine] = Table,
    *,
    book: str = "",
    game: str = "",
) -> Report:
    """Play the scenario on a new table of the rules engine (or on one of another make).

    One that holds in several books or games is played in the first of them, unless asked otherwise.
    """
    return Play(scenario, new_table(), book, game).play()
