"""The notebook itself, played on a table small enough to see through."""

from typing import Any

import pytest

from controller.scenario import Report, ScenarioError, parse, run

Answer = dict[str, Any]


class ThreeSeats:
    """Deals two cards to seats 2, 3 and 1, then asks each for one act; a seven up is a fault."""

    def __init__(self) -> None:
        self.due = [2, 3, 1] * 2
        self.acts = [1, 2, 3]

    def apply(self, event: Answer) -> list[Answer]:
        answers: list[Answer] = []
        match event["e"]:
            case "hand":
                self.__init__()  # type: ignore[misc]
            case "card" if event["zone"].startswith("seat:"):
                self.due.pop(0)
                if event["face"] == "up":
                    answers.append(self.exposed(event))
            case "act" if event["seat"] != self.acts[0]:
                return [{"o": "reject", "why": "not that seat's turn", "event": event}]
            case "act":
                self.acts.pop(0)
            case "floor":
                answers.append({"o": "award", "seat": 2, "amount": 3, "pot": 0})
                answers.append({"o": "end", "result": "won", "stacks": {"2": 201}})
        return [*answers, self.expect()]

    def exposed(self, event: Answer) -> Answer:
        seat = int(event["zone"][5:])
        return {
            "o": "ruling",
            "id": 1,
            "fault": "exposed_card",
            "decision": "replace",
            "clause": "hilton.A8.e.2",
            "also": ["hilton.A8.c.1"],
            "severity": "fix",
            "seats": [seat],
            "cards": [event["card"]],
            "procedure": [
                {"do": "replace", "when": "after_deal", "seat": seat, "card": event["card"]},
                {"do": "burn", "when": "after_betting", "card": event["card"]},
            ],
            "text": "Finish the deal.",
        }

    def expect(self) -> Answer:
        if self.due:
            return {"o": "expect", "what": "card", "zone": f"seat:{self.due[0]}", "face": "down"}
        if self.acts:
            seat = self.acts[0]
            options = [
                {"do": "fold", "min": 0, "max": 0},
                {"do": "raise", "min": 4, "max": 200, "why": "hilton.A12.0.1"},
            ]
            expect = {"o": "expect", "what": "act", "seat": seat, "to_call": 2}
            barred = [{"do": "check", "why": "hilton.A16.8"}]
            return {**expect, "why": "hilton.A13.1", "options": options, "barred": barred}
        return {"o": "expect", "what": "floor", "why": "hilton.A40"}


def play(body: str) -> Report:
    return run(
        parse(f"What happens\nbook hilton\nseats 1-3, button 1\n{body}", "a.txt"), ThreeSeats
    )


def test_an_orderly_deal_follows_what_the_engine_expects() -> None:
    report = play("deal\neveryone calls\nexpect floor")
    assert report.problems == ()
    dealt = [event for event in report.log if event["e"] == "card"]
    assert [event["zone"] for event in dealt] == [f"seat:{n}" for n in (2, 3, 1, 2, 3, 1)]
    assert len({event["card"] for event in dealt}) == 6
    assert [event["do"] for event in report.log if event["e"] == "act"] == ["call"] * 3


def test_the_hand_begins_by_itself_with_the_button_of_the_seats_line() -> None:
    assert {"t": 1.6, "e": "hand", "button": 1} in play("deal 1").log


def test_time_goes_on_by_a_fixed_step_and_by_seconds_that_pass() -> None:
    times = [event["t"] for event in play("deal 1\n2 seconds pass\ndeal 1").log]
    assert times == [0.0, 0.4, 0.8, 1.2, 1.6, 2.0, 4.4, 4.8]


def test_named_cards_are_never_dealt_as_orderly_ones() -> None:
    first = next(event["card"] for event in play("deal 1").log if event["e"] == "card")
    other = play(f"deal 1\n{first} to seat 3 down")
    cards = [event["card"] for event in other.log if event["e"] == "card"]
    assert cards.count(first) == 1


EXPOSED = """
7c to seat 2 up
ruling 1: exposed_card, replace by hilton.A8.e.2, fix
  also hilton.A8.c.1
  seats 2; cards 7c
  steps replace after_deal seat 2 7c, burn after_betting
  says "finish the deal"
deal
"""


def test_a_ruling_is_matched_in_every_detail() -> None:
    report = play(EXPOSED)
    assert report.problems == ()
    assert report.evidence == {("decides", "hilton.A8.e.2"), ("also", "hilton.A8.c.1")}


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("replace by", "misdeal by"),
        ("hilton.A8.e.2", "hilton.A9.h"),
        (", fix", ", stop"),
        ("also hilton.A8.c.1", "also hilton.A8.d"),
        ("also hilton.A8.c.1", "also only hilton.A8.c.1, hilton.A8.d"),
        ("also hilton.A8.c.1", "no also"),
        ("seats 2", "seats 3"),
        ("cards 7c", "cards 7d"),
        ("after_deal", "now"),
        ("replace after_deal", "replace"),  # without a time it is now
        ("seat 2 7c", "seat 3 7c"),
        (", burn after_betting", ""),
        ("finish the deal", "misdeal"),
    ],
)
def test_a_wrong_detail_fails(right: str, wrong: str) -> None:
    head, _, tail = EXPOSED.partition("up\n")
    report = play(f"{head}up\n{tail.replace(right, wrong)}")
    assert len(report.problems) == 1


def test_a_ruling_that_no_line_asserts_fails_at_the_line_that_brought_it() -> None:
    (problem,) = play("7c to seat 2 up\ndeal").problems
    assert problem.startswith("a.txt:4: 7c to seat 2 up")
    assert "exposed_card, replace by hilton.A8.e.2" in problem


def test_no_ruling_where_there_is_one_fails() -> None:
    (problem,) = play("7c to seat 2 up\nno ruling").problems
    assert problem.startswith("a.txt:5: no ruling")


def test_a_ruling_asserted_where_there_is_none_fails() -> None:
    (problem,) = play("deal 1\nruling exposed_card, replace by hilton.A8.b").problems
    assert "came      no ruling" in problem


def test_floor_calls_are_counted_apart() -> None:
    line = "ruling exposed_card, floor_call by dc.1604.3.bb"
    report = play(f"7c to seat 2 up\n{line}")
    assert not report.passed
    assert report.evidence == {("floor", "dc.1604.3.bb")}


@pytest.mark.parametrize(
    ("line", "counts"),
    [
        ("expect act by seat 1 to call 2", True),
        ("expect act by seat 1", True),
        ("expect act to call 2", False),  # another seat would not be noticed
        ("expect act", False),
    ],
)
def test_expect_counts_as_asserted_where_it_says_who(line: str, counts: bool) -> None:
    report = play(f"deal\n{line} because hilton.A13.1")
    assert report.problems == ()
    assert report.evidence == ({("why", "hilton.A13.1")} if counts else set())


@pytest.mark.parametrize(
    ("options", "right"),
    [
        ("fold, raise 4-200", True),
        ("fold, raise", True),
        ("fold", False),
        ("fold, raise 4-100", False),
        ("fold, call, raise", False),
        ("fold, raise 4-200 because hilton.A12.0.1", True),
        ("fold, raise because hilton.A12.2", False),
        ("fold because hilton.A12.0.1, raise", False),
        ("not check", True),
        ("not check because hilton.A16.8", True),
        ("not check because hilton.A12.2", False),
        ("not raise", False),
    ],
)
def test_what_a_player_may_do(options: str, right: bool) -> None:
    assert play(f"deal\nexpect act by seat 1\n  may {options}").passed == right


def test_options_and_bars_with_their_clauses_count_as_asserted() -> None:
    report = play(
        "deal\nexpect act\n  may fold, raise 4-200 because hilton.A12.0.1\n"
        "  may not check because hilton.A16.8"
    )
    assert report.problems == ()
    assert report.evidence == {("why", "hilton.A12.0.1"), ("why", "hilton.A16.8")}


def test_the_clause_of_an_amount_does_not_count_where_the_amount_is_left_out() -> None:
    report = play("deal\nexpect act\n  may fold, raise because hilton.A12.0.1")
    assert report.problems == ()
    assert report.evidence == set()


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("button at seat 1", True),
        ("button at seat 1 because hilton.A40.1", True),
        ("button at seat 2", False),
        ("button at seat 1 because hilton.B4.1", False),
        ("seat 2 posted small_blind 1 because hilton.B13.1", True),
        ("seat 3 posted big_blind 2", True),
        ("seat 3 posted big_blind 1", False),
        ("seat 2 posted big_blind 2", False),
        ("seat 2 posted small_blind 1 because hilton.B6", False),
    ],
)
def test_where_the_button_is_and_what_was_posted(line: str, right: bool) -> None:
    text = f"What happens\nbook hilton\nseats 1-3, button 1\ndeal 1\n{line}"
    assert run(parse(text, "a.txt")).passed == right


def test_an_award_has_what_wins_it_and_what_splits_it() -> None:
    text = "What happens\nbook hilton\nseats 1-3, button 1\ndeal\neveryone folds\n"
    award = "award 3 to seat 3"
    assert run(parse(text + award + " because hilton.A17.1", "a.txt")).passed
    assert not run(parse(text + award + " because hilton.A31.1", "a.txt")).passed
    assert not run(parse(text + award + " because hilton.A17.1 by hilton.A33.1", "a.txt")).passed


def test_a_wrong_expect_tells_what_came() -> None:
    (problem,) = play("deal 1\nexpect card to seat 2").problems
    assert "expected  expect card to seat 2" in problem
    assert "came      expect card to seat 3" in problem


def test_rejections_must_be_asserted() -> None:
    assert play('deal\nseat 3 folds\nrejected "turn"').passed
    assert not play("deal\nseat 3 folds").passed
    assert not play("deal\nrejected").passed


def test_awards_end_and_stacks() -> None:
    ending = "deal\neveryone calls\nfloor decides award for seat 2 amount 3\n"
    assert play(ending + "award 3 to seat 2\nend won\nstack of seat 2 is 201").passed
    assert len(play(ending + "award 4 to seat 2\nend void\nstack of seat 2 is 200").problems) == 3


def test_all_fold_to_a_seat_and_dealing_up_to_a_seat() -> None:
    report = play("deal to seat 1\nexpect card to seat 1\ndeal\nall fold to seat 3")
    assert report.problems == ()
    assert [event["seat"] for event in report.log if event["e"] == "act"] == [1, 2]


def test_what_cannot_be_played_ends_the_scenario_with_the_reason() -> None:
    (problem,) = play("deal\ndeal\ndeal").problems
    assert problem.startswith("a.txt:5: deal")
    assert "no starting card is due" in problem


def test_sitting_before_the_table_opens_sets_the_stack_and_later_adds_to_it() -> None:
    report = play("seat 3 sits with 35\ndeal 1\nseat 3 adds 10")
    sits = [(event["seat"], event["stack"]) for event in report.log if event["e"] == "sit"]
    assert sits == [(1, 200), (2, 200), (3, 35), (3, 10)]


def test_setup_after_the_table_is_open_is_refused() -> None:
    (problem,) = play("deal 1\nbook uspa").problems
    assert "the table is open already" in problem


def test_a_scenario_must_name_its_book() -> None:
    (problem,) = run(parse("Title\ndeal", "a.txt"), ThreeSeats).problems
    assert "no book is named" in problem


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("7c to burn", {"e": "card", "card": "7c", "zone": "burn", "face": "down"}),
        ("7c to board", {"e": "card", "card": "7c", "zone": "board", "face": "up"}),
        (
            "7c to seat 2 down from muck boxed back blue",
            {
                "e": "card",
                "card": "7c",
                "zone": "seat:2",
                "face": "down",
                "from": "muck",
                "boxed": True,
                "back": "blue",
            },
        ),
        ("burn 7c", {"e": "card", "card": "7c", "zone": "burn", "face": "down"}),
        ("turn 9s", {"e": "card", "card": "9s", "zone": "board", "face": "up"}),
        (
            "7c flashed by dealer at seat 3",
            {"e": "flash", "card": "7c", "zone": "seat:3", "by": "dealer"},
        ),
        ("seat 1 raises to 20", {"e": "act", "seat": 1, "do": "raise", "to": 20}),
        ("seat 1 goes all in", {"e": "act", "seat": 1, "do": "all_in"}),
        (
            "seat 1 puts in 25 5 saying raise",
            {"e": "chips", "seat": 1, "chips": [25, 5], "said": "raise"},
        ),
        ("seat 1 shows Ah Kd", {"e": "show", "seat": 1, "cards": ["Ah", "Kd"]}),
        ("seat 1 mucks", {"e": "muck", "seat": 1}),
        ("seat 1 looks", {"e": "look", "seat": 1}),
        ("seat 1 discards 7c", {"e": "draw", "seat": 1, "discards": ["7c"]}),
        ("seat 1 is away", {"e": "away", "seat": 1}),
        ("clock on seat 1", {"e": "clock", "seat": 1}),
        ("hand button 3", {"e": "hand", "button": 3}),
        (
            "report missing_card seat 2 card 7c zone muck",
            {"e": "report", "fault": "missing_card", "seat": 2, "card": "7c", "zone": "muck"},
        ),
        (
            "floor decides refund for seat 3 ruling 1 amount 5",
            {"e": "floor", "decision": "refund", "seat": 3, "ruling": 1, "amount": 5},
        ),
        ('event {"e": "tick"}', {"e": "tick"}),
    ],
)
def test_event_lines_speak_the_table_log(line: str, event: Answer) -> None:
    last = play(line).log[-1]
    assert {key: value for key, value in last.items() if key != "t"} == event


def test_taking_cards_back_moves_each_from_where_it_lies() -> None:
    report = play("deal\nflop Ah Kd 2c\nthe board to deck\nseat 2's cards to muck")
    moved = [event for event in report.log if event["e"] == "card"][-5:]
    assert [event["from"] for event in moved] == ["board"] * 3 + ["seat:2"] * 2
    assert {event["face"] for event in moved} == {"down"}


def test_a_failure_tells_the_answers_in_lines_that_can_be_copied_into_the_file() -> None:
    (problem,) = play("7c to seat 2 up\ndeal").problems
    told = [text[12:] for text in problem.splitlines() if text[12:].startswith(("ruling", "  "))]
    assert play("7c to seat 2 up\n" + "\n".join(told)).passed


def test_an_expected_act_is_told_with_its_options() -> None:
    (problem,) = play("deal\nexpect floor").problems
    came = problem.split("came      ")[1].split("\n  after")[0].replace("\n            ", "\n")
    assert play(f"deal\n{came}").passed


def test_a_line_that_cannot_be_read_names_file_line_and_likely_forms() -> None:
    with pytest.raises(ScenarioError, match=r"a.txt:2: cannot read 'seat 3 fold'.*folds"):
        parse("Title\nseat 3 fold", "a.txt")


def test_a_detail_needs_a_ruling_above_it() -> None:
    with pytest.raises(ScenarioError, match=r"a.txt:3: 'seats 2' has no ruling line above it"):
        parse("Title\nbook hilton\n  seats 2", "a.txt")


def test_an_empty_file_is_no_scenario() -> None:
    with pytest.raises(ScenarioError, match=r"a.txt: empty"):
        parse("# nothing but a comment\n", "a.txt")
