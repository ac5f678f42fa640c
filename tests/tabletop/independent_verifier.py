"""A verifier written from docs/dice.md alone: it imports nothing of Fatetable, and stops at the first thing wrong."""

import hashlib
import hmac
import json
import re
import sys
from typing import Any


def sha256(text: str, more: bytes = b"") -> str:
    return hashlib.sha256(text.encode() + more).hexdigest()


def records_of(lines: Any) -> Any:
    link = b"fatetable log 1"
    for seal, _, body in (line.rstrip(b"\n").partition(b" ") for line in lines):
        link = hashlib.blake2b(body, digest_size=8, key=link).digest()
        assert seal.decode() == link.hex(), "a line does not match its seal"
        yield json.loads(body)


def die_of(text: str) -> list[tuple[int, int]]:
    parts = re.findall(r"(-?\d+)(?:\.\.(-?\d+))?(?::(-?\d+))?(?:\*(\d+))?", text.partition("[")[2])
    runs = [(range(int(a), int(b or a) + 1), value, int(times or 1)) for a, b, value, times in parts]
    return [(shown, int(value or shown)) for run, value, times in runs for shown in run for _ in range(times)]


def place_of(throw: Any) -> tuple[int, int, str]:
    return throw["position"]["epoch"], throw["position"]["number"], throw["position"].get("stir", "")


def check_faces(throw: Any, secret: bytes, table: str) -> None:
    epoch, number, stir = place_of(throw)
    kind, rest = (2, f"{stir}|{table}") if stir else (1, table)
    texts = (f"fatetable throw {kind}|{epoch}|{number}|{block}|{rest}" for block in range(10**6))
    stream = (byte for text in texts for byte in hmac.digest(secret, text.encode(), "sha256"))
    for die, *seen in zip(map(die_of, throw["dice"]), throw["faces"], throw["shown"], throw["values"], strict=True):
        n, width = len(die), max(1, ((len(die) - 1).bit_length() + 7) // 8)
        while (r := int.from_bytes([next(stream) for _ in range(width)], "big")) >= 256**width // n * n:
            pass
        assert seen == [r % n, *die[r % n]], "other faces"


def verify(lines: Any) -> int:
    """How many throws follow from a secret that was told."""
    records = [*records_of(lines)]
    secrets = [bytes.fromhex(each["event"].get("secret", "")) for each in records]
    checked, epoch, count, stir, counts, table, secret = 0, 0, 0, "", [(0, 0)], "", b""
    known, pledges, asked, told = dict[Any, Any](), dict[str, str](), dict[str, str](), dict[str, str]()
    for record in records:
        match (event := record["event"])["type"]:
            case "table-opened/1":
                table = event["table"]
            case "play-opened/1":
                fits = (each for each in secrets if sha256("fatetable commitment 1\0", each) == event["commitment"])
                secret = next(fits, b"")
            case "dice-renewed/1":
                is_needed = any(number == count and place[0] == epoch for (number, _), place in known.items())
                assert (is_needed, event["epoch"]) == (True, epoch + 1), "dice renewed without need"
                epoch += 1
            case "dice-thrown/1":
                throw, roll = event["throw"], (count, event.get("what", ""))
                assert place_of(throw) == known.get(roll, (epoch, count, stir)), "not the next throw"
                assert roll in known or place_of(throw) not in known.values(), "faces that were known"
                known |= {roll: place_of(throw)} if roll[1] else {}
                count += 1
                if secret and throw["source"] == "seeded":
                    check_faces(throw, secret, table)
                    checked += 1
            case "rewound/1":
                is_fresh = event.get("is_fresh", False)
                assert event["epoch"] == epoch + is_fresh, "another epoch"
                epoch, known = event["epoch"], {} if is_fresh else known
                count = [number for at, number in counts if at <= event["to"]][-1]
            case "stir-pledged/1":
                pledges[event["seat"]] = event["pledge"]
            case "stir-begun/1":
                asked, told = {seat: pledges[seat] for seat in event["seats"]}, {}
            case "stir-told/1":
                assert sha256(f"fatetable pledge 1|{event['words']}") == asked[event["seat"]], "other words"
                told[event["seat"]], pledges[event["seat"]] = event["words"], event["pledge"]
            case "dice-stirred/1":
                stir = sha256("|".join(["fatetable stir 1", stir, *(told[seat] for seat in asked)]))
                assert event["stir"] == stir, "stirred with something else"
        counts.append((record["seq"], count))
    return checked


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as log:
        sys.stdout.write(str(verify(log)))
