"""A verifier written from docs/dice.md alone: it imports nothing of Fatetable, and prints what it finds wrong."""

import hashlib
import hmac
import json
import re
import sys
from typing import Any


def unseal(lines: Any) -> Any:
    link = b"fatetable log 1"
    for line in lines:
        seal, _, body = line.rstrip(b"\n").partition(b" ")
        link = hashlib.blake2b(body, digest_size=8, key=link).digest()
        assert seal == link.hex().encode(), "a line does not match its seal"
        yield json.loads(body)


def read_die(text: Any) -> Any:
    faces: Any = []
    for part in text.partition("[")[2][:-1].split(","):
        ((first, last, value, times),) = re.findall(r"^(-?\d+)(?:\.\.(-?\d+))?(?::(-?\d+))?(?:\*(\d+))?$", part)
        for face in range(int(first), int(last or first) + 1):
            faces += [(face, int(value or face))] * int(times or 1)
    return faces


def faces_of(secret: Any, table: Any, epoch: Any, number: Any, stir: Any, sizes: Any) -> Any:
    kind, middle = ("2", f"{stir}|") if stir else ("1", "")
    blocks = (f"fatetable throw {kind}|{epoch}|{number}|{b}|{middle}{table}".encode() for b in range(10**6))
    stream = (byte for block in blocks for byte in hmac.digest(secret, block, "sha256"))
    for size in sizes:
        width = max(1, ((size - 1).bit_length() + 7) // 8)
        while (r := int.from_bytes([next(stream) for _ in range(width)], "big")) >= 256**width // size * size:
            pass
        yield r % size


def verify(lines: Any) -> tuple[list[tuple[int, str]], int]:
    wrong: list[tuple[int, str]] = []
    waiting: Any = []
    checked, commitment, table = 0, "", ""
    epoch = count = 0
    known: Any = {}
    pledges: Any = {}
    told: Any = {}
    asked: Any = []
    stir, counts, renewed = "", [(0, 0)], False
    for record in unseal(lines):
        event, seq = record["event"], record["seq"]
        match event["type"]:
            case "table-opened/1":
                table = event["table"]
            case "play-opened/1":
                commitment, waiting = event["commitment"], []
            case "play-closed/1":
                secret = bytes.fromhex(event["secret"])
                if hashlib.sha256(b"fatetable commitment 1\0" + secret).hexdigest() != commitment:
                    wrong.append((seq, "another secret"))
                for at, throw in waiting:
                    dice, place = [read_die(die) for die in throw["dice"]], throw["position"]
                    sizes = [len(die) for die in dice]
                    gives = list(faces_of(secret, table, place["epoch"], place["number"], place.get("stir", ""), sizes))
                    seen = list(zip(throw["shown"], throw["values"], strict=True))
                    if throw["faces"] != gives or seen != [die[f] for die, f in zip(dice, gives, strict=True)]:
                        wrong.append((at, "other faces"))
                    checked += 1
                waiting = []
            case "dice-renewed/1":
                renewed, epoch = True, epoch + 1
                wrong += [(seq, "epoch")] * (event["epoch"] != epoch)
            case "dice-thrown/1":
                place, what = event["throw"]["position"], event.get("what", "")
                here = (place["epoch"], place["number"], place.get("stir", ""))
                taken = {roll: at for (number, roll), at in known.items() if number == count}
                is_used = what not in taken and any(at[0] == epoch - renewed for at in taken.values())
                if is_used != renewed or here != taken.get(what, (epoch, count, stir)):
                    wrong.append((seq, "not the next throw"))
                if what:
                    known[place["number"], what] = here
                count, renewed = count + 1, False
                waiting += [(seq, event["throw"])] * (event["throw"]["source"] == "seeded")
            case "rewound/1":
                fresh = event.get("is_fresh", False) or event["epoch"] == seq
                wrong += [(seq, "epoch")] * (event["epoch"] not in ((epoch + 1, seq) if fresh else (epoch,)))
                epoch, count = event["epoch"], [c for at, c in counts if at <= event["to"]][-1]
                known = {} if fresh else known
            case "stir-pledged/1":
                wrong += [(seq, "pledge")] * (event["seat"] in asked and event["seat"] not in told)
                pledges[event["seat"]] = event["pledge"]
            case "stir-begun/1":
                asked, told = event["seats"], {}
            case "stir-told/1":
                pledge = hashlib.sha256(f"fatetable pledge 1|{event['words']}".encode()).hexdigest()
                if event["seat"] not in asked or event["seat"] in told or pledge != pledges.get(event["seat"]):
                    wrong.append((seq, "other words"))
                told[event["seat"]], pledges[event["seat"]] = event["words"], event["pledge"]
            case "stir-broken/1":
                asked, pledges = [], {s: p for s, p in pledges.items() if s not in event["seats"]}
            case "dice-stirred/1":
                words = "|".join(["fatetable stir 1", stir, *(told.get(seat, "?") for seat in asked)])
                if not asked or hashlib.sha256(words.encode()).hexdigest() != event["stir"]:
                    wrong.append((seq, "stirred with something else"))
                stir, asked = event["stir"], []
        counts.append((seq, count))
    return wrong, checked


if __name__ == "__main__":
    with open(sys.argv[1], "rb") as log:
        sys.stdout.write(json.dumps(verify(log)))
