"""Write down what the engine answers today: ``python -m tests.engine.golden.write``."""

from tests.engine.golden import digests, logs
from tests.engine.golden.playing import play


def main() -> None:
    """Write all digests anew, and say how many logs are answered otherwise than before."""
    for kind, all_logs in logs.KINDS.items():
        new = {name: digests.digest(play(log)) for name, log in all_logs()}
        file = digests.HERE / f"{kind}.answers"
        old = digests.read(kind) if file.exists() else {}
        changed = [name for name in new if name in old and new[name] != old[name]]
        digests.write(kind, new)
        added, gone = len(new.keys() - old.keys()), len(old.keys() - new.keys())
        print(f"{kind}: {len(new)} logs, {len(changed)} changed, {added} new, {gone} gone")
        for name in changed[:20]:
            print(f"  {name} from event {digests.first_difference(old[name], new[name])}")


if __name__ == "__main__":
    main()
