"""How the tree is built: what a module is called, what composes a ruleset, and where mechanisms are tested."""

import ast
import functools
import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.repository.checkout import ROOT, RULESETS, SOURCE, files_under, playable_ruleset_folders

COMPOSITION_CEILING = 150
LONGEST_CALLABLE = 2
"""Arguments of a plain `Callable`; from three on it is a `Protocol` with a name."""

NAMED_FOR_WHAT_IS_DONE = {
    "aspects": {"editing", "lending"},
    "engine": {"halting", "opening", "speaking", "stirring"},
    "magic": {"dispelling", "item_making", "sensing", "shapechanging", "shielding"},
    "rolls": {"helping", "holding", "throwing", "waiting"},
    "scenes": {"joining", "map_editing"},
    "storage": {"copying", "opening", "restoring", "saving"},
    "view": {"blocks_of_waiting", "presenting"},
}
"""Folders in which several modules are named for a deed, because each is a different deed of its own."""

TESTED_FROM_OUTSIDE = {
    "journal/handouts": "mechanics/journal/test_journal.py",
    "journal/state": "mechanics/journal/test_journal.py",
    "journal/writing": "mechanics/journal/test_journal.py",
    "readable_text": "tabletop/test_text_limits.py",
    "rolls/own_dice": "tabletop/test_own_dice.py",
    "rolls/waiting": "tabletop/test_flow.py",
    "view/blocks_of_journals": "mechanics/journal/test_journal.py",
}
"""Mechanisms that show only at a whole table, or that are tested together, and where."""

WITHOUT_LOGIC = {
    *("book/citations", "book/data_files", "characters/creation", "characters/sheet", "images", "kit", "moments"),
    *("rolls/check_rules", "rolls/state", "ruleset", "scene_parts", "time/time_taken", "view/blocks"),
    *("rolls/spending/paid", "view/encounter_blocks", "view/headcount", "view/sides_of_rolls"),
}
"""Values, protocols and composition, which every test of the others uses."""


def modules() -> Iterator[Path]:
    for path in files_under(SOURCE):
        if path.suffix == ".py" and path.name != "__init__.py" and "tests" not in path.relative_to(SOURCE).parts:
            yield path


@functools.cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def classes() -> Iterator[tuple[Path, ast.ClassDef]]:
    for path in modules():
        yield from ((path, node) for node in tree_of(path).body if isinstance(node, ast.ClassDef))


def is_protocol(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).startswith("Protocol") for base in node.bases)


def words_of(name: str) -> set[str]:
    """The beginnings of the words in a name, so that `effort` and `Efforts` are the same."""
    return {word.lower()[:4] for word in re.findall(r"[A-Z]?[a-z]+", name)}


def is_part(node: ast.ClassDef) -> bool:
    """Is this a class that brings a subsystem to a game?"""
    methods = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
    return "subsystem" in methods and not is_protocol(node)


def long_callables(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Subscript) and ast.unparse(node.value) == "Callable":
            arguments = node.slice.elts[0] if isinstance(node.slice, ast.Tuple) else None
            if isinstance(arguments, ast.List) and len(arguments.elts) > LONGEST_CALLABLE:
                yield ast.unparse(node)


def test_what_composes_a_ruleset_is_short() -> None:
    long = {
        folder.name: length
        for folder in playable_ruleset_folders()
        if (length := len((folder / "ruleset.py").read_text(encoding="utf-8").splitlines())) > COMPOSITION_CEILING
    }
    assert long == {}


def test_each_folder_of_a_ruleset_that_brings_subsystems_exports_its_parts() -> None:
    bringing = {
        path.relative_to(RULESETS).parts[:2]
        for path, node in classes()
        if path.is_relative_to(RULESETS) and is_part(node)
    }
    without = [
        "/".join(folder)
        for folder in sorted(bringing)
        if '"parts"' not in RULESETS.joinpath(*folder, "__init__.py").read_text(encoding="utf-8")
    ]
    assert without == []


def test_a_part_has_the_name_of_its_module() -> None:
    strangers = {
        f"{path.relative_to(SOURCE)}: {node.name}"
        for path, node in classes()
        if is_part(node) and not words_of(node.name) & (words_of(path.stem) | words_of(path.parent.name))
    }
    assert strangers == set()


def test_modules_of_one_folder_are_not_told_apart_by_their_endings() -> None:
    deeds = defaultdict(set)
    for path in modules():
        if path.stem.endswith("ing"):
            deeds[path.parent.name].add(path.stem)
    found = {
        folder: more
        for folder, names in deeds.items()
        if len(names) > 1 and (more := names - NAMED_FOR_WHAT_IS_DONE.get(folder, set()))
    }
    assert found == {}


def test_long_signatures_have_names() -> None:
    found = {
        str(path.relative_to(SOURCE)): calls for path in modules() if (calls := list(long_callables(tree_of(path))))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("source", "number"),
    [
        ("finish: Callable[[State, Roll, Actor], None]", 1),
        ("finish: Callable[[State, Roll], None]", 0),
        ("def tie(knot: Callable[[int, int, int, str], str]) -> None: ...", 1),
        ("run: Callable[..., None]", 0),
    ],
)
def test_a_long_signature_is_noticed(source: str, number: int) -> None:
    assert len(list(long_callables(ast.parse(source)))) == number


def test_each_protocol_is_written_once() -> None:
    names = Counter(node.name for _, node in classes() if is_protocol(node))
    assert [name for name, number in names.items() if number > 1] == []


def test_rolls_are_declared_in_one_place() -> None:
    declaring = {
        str(path.relative_to(SOURCE))
        for path in modules()
        if re.search(r"\bRollDeclared\((?!Event)", path.read_text(encoding="utf-8"))
    }
    assert declaring == {"mechanics/rolls/procedure.py"}


def test_every_mechanism_is_tested_beside_the_others_in_the_same_shape() -> None:
    mechanics = SOURCE / "mechanics"
    names = {
        path.relative_to(mechanics).with_suffix("").as_posix() for path in modules() if path.is_relative_to(mechanics)
    }
    tests = ROOT / "tests"
    beside = {name for name in names if (tests / "mechanics" / name).with_name(f"test_{Path(name).name}.py").is_file()}
    assert names - beside - WITHOUT_LOGIC - set(TESTED_FROM_OUTSIDE) == set()
    assert [test for test in TESTED_FROM_OUTSIDE.values() if not (tests / test).is_file()] == []
