"""An import-linter contract: in a ruleset, folders import one another only through their package."""

from __future__ import annotations

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class FoldersContract(Contract):
    """`container` holds one package for each ruleset; `tests` folders may import any module."""

    container = fields.StringField()

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        broken = sorted(
            f"{importer} -> {imported}"
            for imported in graph.modules
            for importer in graph.find_modules_that_directly_import(imported)
            if self._reaches_into_a_folder(importer, imported)
        )
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["broken"]:
            output.print_error(line)

    def _reaches_into_a_folder(self, importer: str, imported: str) -> bool:
        """Does a module of a ruleset import a module inside another folder of it?"""
        prefix = f"{self.container}."
        if not importer.startswith(prefix) or not imported.startswith(prefix):
            return False
        ours, theirs = importer.removeprefix(prefix).split("."), imported.removeprefix(prefix).split(".")
        is_same_ruleset = ours[0] == theirs[0]
        return is_same_ruleset and "tests" not in ours and len(theirs) > 2 and ours[1:2] != theirs[1:2]
