"""An answer of the engine in the notebook's own words, ready to be copied into a scenario."""

from typing import Any

from controller.scenario.lines import Answer


def tell(answer: Answer) -> str:
    """Tell one answer; a ruling takes several lines."""
    match answer["o"]:
        case "ruling":
            return _ruling(answer)
        case "expect":
            return _expect(answer)
        case "phase":
            pots = ", ".join(str(pot["amount"]) for pot in answer["pots"])
            return f"phase {answer['street']}" + (f" pot {pots}" if pots else "") + _because(answer)
        case "act":
            return _act(answer)
        case "award":
            side = f" for {answer['side']}" if answer.get("side") else ""
            by = f" because {answer['why']}" if answer.get("why") else ""
            by += f" by {answer['clause']}" if answer.get("clause") else ""
            hand = answer.get("hand", {})
            by += "".join(
                f" {how} by {hand[f'{how}_by']}" for how in ("made", "ranks") if f"{how}_by" in hand
            )
            by += f" also {', '.join(answer['also'])}" if answer.get("also") else ""
            by += f" after killing {answer['kill']}" if answer.get("kill") else ""
            to = f"award {answer['amount']} to seat {answer['seat']}{side}"
            return f"{to} from pot {answer['pot']}{by}"
        case "end":
            stacks = ", ".join(f"seat {seat} {stack}" for seat, stack in answer["stacks"].items())
            return f"end {answer['result']} ({stacks})"
        case "reject":
            return f'rejected "{answer["why"]}"'
        case other:
            return f"{other} {answer}"


def _ruling(answer: Answer) -> str:
    head = (
        f"ruling {answer['id']}: {answer['fault']}, {answer['decision']} "
        f"by {answer['clause']}, {answer['severity']}"
    )
    details = {
        "also": ", ".join(answer.get("also", [])),
        "seats": ", ".join(map(str, answer.get("seats", []))),
        "cards": " ".join(answer.get("cards", [])),
        "steps": ", ".join(map(_step, answer.get("procedure", []))),
        "to": str(answer.get("to", "")),
        "says": f'"{answer["text"]}"',
    }
    return "\n".join([head, *(f"  {name} {text}" for name, text in details.items() if text)])


def _step(step: Answer) -> str:
    parts: list[Any] = [step["do"]]
    if step.get("when", "now") != "now":
        parts.append(step["when"])
    seats = [step["seat"]] if step.get("seat") else step.get("seats", [])
    parts += [f"seat {seat}" for seat in seats]
    parts += [step["card"]] if step.get("card") else step.get("cards", [])
    return " ".join(parts)


def _act(answer: Answer) -> str:
    told = f"taken as {answer['do']} by seat {answer['seat']} to {answer['to']}"
    told += "".join(f" {name} {answer[name]}" for name in ("back", "add") if answer.get(name))
    return told + (f" because {answer['clause']}" if answer.get("clause") else "")


def _expect(answer: Answer) -> str:
    words = [f"expect {answer['what']}"]
    if "zone" in answer:
        words.append("to " + str(answer["zone"]).replace(":", " "))
    words += [str(answer[name]) for name in ("card", "face") if answer.get(name)]
    if answer.get("seat"):
        words.append(f"by seat {answer['seat']}")
    if "to_call" in answer:
        words.append(f"to call {answer['to_call']}")
    if answer.get("why"):
        words.append(f"because {answer['why']}")
    told = " ".join(words)
    if answer.get("options"):
        told += "\n  may " + ", ".join(map(_option, answer["options"]))
    if answer.get("barred"):
        told += "\n  may not " + ", ".join(
            str(bar["do"]) + _because(bar) for bar in answer["barred"]
        )
    return told


def _option(option: Answer) -> str:
    least, most = option["min"], option["max"]
    span = "" if not most else f" {least}" if least == most else f" {least}-{most}"
    return f"{option['do']}{span}{_because(option)}"


def _because(said: Answer) -> str:
    return f" because {said['why']}" if said.get("why") else ""


def tell_start(answer: Answer) -> str:
    """Where the button of a deal is, and what was posted."""
    if not answer:
        return "no deal has begun"
    told = []
    if "button" in answer:  # stud has none
        told.append(f"button at seat {answer['button']}{_because(answer)}")
    for post in answer["posts"]:
        what = f"{post['what']} {post['amount']}{_because(post)}"
        told.append(f"seat {post['seat']} posted {what}")
    return "\n".join(told)
