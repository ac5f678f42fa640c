"""The page that lists the topics and refusals of the shared code, and what each ruleset cites for them.

Run as a module with the name of a file, it writes the page there.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

from fatetable import rulesets
from fatetable.adapters.reference.sources import Module, called, modules

SHARED = ("engine", "mechanics")
REFUSAL_TOPIC, REFUSAL_CODE = 2, 0
CODES = {"violation": 0, "require": 1, "Refusal": REFUSAL_CODE}
"""Where the code stands among the arguments of what refuses; it is the topic too, unless one is given."""

INTRODUCTION = """\
<!-- Written by `make docs`; change the code or `data/citations.toml` of a ruleset instead. -->

# Topics

Shared code names no rule of a book.
It cites a topic, and `data/citations.toml` of a ruleset says which rules stand behind it.
A topic that a ruleset leaves out cites nothing, and nothing warns of it: look for the gaps here.
A gap is right where the book has no such rule, or where the ruleset leaves the mechanism out.
"""
REFUSALS = """\
## Refusals

A refusal cites the rules on its code, unless it names a topic.
Many need no rule, because they say only that something is not there or is somebody else's to do.
"""

Places = Mapping[str, tuple[str, ...]]
"""From a topic to the folders that name it."""


def page() -> str:
    """The whole page as Markdown."""
    cited, refused = topics_in(_sources()), codes_in(_sources())
    books = {name: rulesets.load(name).engine.citations for name in rulesets.folders()}
    lines = [INTRODUCTION, "## Topics of offers, prompts and modifiers\n", *_table(cited, books), ""]
    lines += [REFUSALS, *_table({code: refused[code] for code in refused if code not in cited}, books)]
    return "\n".join(lines) + "\n"


def topics_in(sources: tuple[Module, ...]) -> Places:
    """Every topic that is cited by name; one that is put together has an ellipsis for the part that varies."""
    takers = _takers_of_topics(sources)
    return _collected((topic, module.folder) for module in sources for topic in _topics(module.tree, takers))


def codes_in(sources: tuple[Module, ...]) -> Places:
    """Every code of a refusal that is its own topic."""
    takers = _takers_of_topics(sources)
    return _collected((code, module.folder) for module in sources for code in _codes(module.tree, takers))


def _sources() -> tuple[Module, ...]:
    return tuple(module for folder in SHARED for module in modules(folder))


def _collected(found: Iterator[tuple[str, str]]) -> Places:
    places: defaultdict[str, set[str]] = defaultdict(set)
    for topic, place in found:
        places[topic].add(place)
    return {topic: tuple(sorted(places[topic])) for topic in sorted(places)}


def _takers_of_topics(sources: tuple[Module, ...]) -> Mapping[str, int]:
    """The functions with a parameter for a topic, and which one it is, a first `self` not counted."""
    takers = {"cites": 0, "Refusal": REFUSAL_TOPIC}
    for module in sources:
        for node in ast.walk(module.tree):
            if isinstance(node, ast.FunctionDef):
                names = [argument.arg for argument in node.args.args if argument.arg != "self"]
                if "topic" in names:
                    takers[node.name] = names.index("topic")
    return takers


def _topics(tree: ast.Module, takers: Mapping[str, int]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            topic = _topic_of(node, takers)
            yield from _texts(topic) if topic is not None else ()


def _codes(tree: ast.Module, takers: Mapping[str, int]) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and called(node) in CODES and _topic_of(node, takers) is None:
            place = CODES[called(node)]
            yield from _texts(node.args[place]) if len(node.args) > place else ()


def _topic_of(call: ast.Call, takers: Mapping[str, int]) -> ast.expr | None:
    place = takers.get(called(call))
    if place is None:
        return None
    by_name = next((keyword.value for keyword in call.keywords if keyword.arg == "topic"), None)
    return call.args[place] if len(call.args) > place else by_name


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts an expression can be, as far as the source tells."""
    match node:
        case ast.Constant(value=str(text)) if text:
            yield text
        case ast.JoinedStr(values=parts):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "…" for part in parts)
        case ast.IfExp(body=body, orelse=orelse):
            yield from _texts(body)
            yield from _texts(orelse)


def _table(places: Places, books: Mapping[str, Mapping[str, tuple[str, ...]]]) -> Iterator[str]:
    yield f"| topic | named in | {' | '.join(books)} |"
    yield f"|---|---|{'---|' * len(books)}"
    for topic, named_in in places.items():
        rules = (", ".join(_rules(topic, citations)) or "–" for citations in books.values())
        yield f"| `{topic}` | {', '.join(named_in)} | {' | '.join(rules)} |"


def _rules(topic: str, citations: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    pattern = re.compile(re.escape(topic).replace("…", ".+"))
    return tuple(dict.fromkeys(rule for name in citations if pattern.fullmatch(name) for rule in citations[name]))


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(), encoding="utf-8")
