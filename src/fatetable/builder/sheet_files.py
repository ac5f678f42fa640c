"""Character sheets as JSON files that people can read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import msgspec

from fatetable.engine.errors import FatetableError, MalformedCommand
from fatetable.mechanics.characters.entries import require_bounded, too_deep
from fatetable.mechanics.characters.sheet import Sheet

FORMAT = "fatetable.sheet/1"
SIZE_LIMIT = 256 * 1024
"""More than any sheet needs; keeps a wrong file from being read whole."""


class UnreadableSheet(MalformedCommand):
    """A file or text is not a character sheet."""


def write_sheet(sheet: Sheet) -> str:
    """The sheet as JSON text, with the format named first."""
    content = {"format": FORMAT, **msgspec.to_builtins(sheet)}
    return msgspec.json.format(msgspec.json.encode(content), indent=2).decode() + "\n"


def read_sheet(text: str | bytes, ruleset: str | None = None) -> Sheet:
    """The sheet in a JSON text; with `ruleset` given it must be a sheet for that one."""
    sheet = _converted(_fields(_object(text)))
    _check_ruleset(sheet, ruleset)
    return sheet


def read_draft(text: str | bytes, blank: Sheet) -> Sheet:
    """A draft in a JSON text; fields that are left out are taken from the blank sheet."""
    return completed(_object(text), blank)


def completed(content: Mapping[str, object], blank: Sheet) -> Sheet:
    """A draft from decoded JSON; fields that are left out are taken from the blank sheet."""
    sheet = _converted({**msgspec.to_builtins(blank), **_fields(content)})
    _check_ruleset(sheet, blank.ruleset)
    return sheet


def _object(text: str | bytes) -> dict[str, object]:
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    if len(data) > SIZE_LIMIT:
        raise _too_large()
    content = _decoded(data)
    if not isinstance(content, dict):
        raise UnreadableSheet("not-a-sheet", "This is JSON, but not a character sheet.")
    return content


def _fields(content: Mapping[str, object]) -> dict[str, object]:
    fields = dict(content)
    if (form := fields.pop("format", FORMAT)) != FORMAT:
        raise UnreadableSheet("unknown-format", f'This file has the format "{str(form)[:60]}", not "{FORMAT}".')
    if unknown := sorted(set(fields) - set(Sheet.__struct_fields__)):
        raise UnreadableSheet("unknown-sheet-field", f'A sheet has no field "{unknown[0][:60]}".')
    return fields


def _check_ruleset(sheet: Sheet, ruleset: str | None) -> None:
    if ruleset is not None and sheet.ruleset != ruleset:
        message = f'This sheet is for the ruleset "{sheet.ruleset[:60]}", not for "{ruleset}".'
        raise UnreadableSheet("wrong-ruleset", message)


def _too_large() -> UnreadableSheet:
    return UnreadableSheet("sheet-too-large", f"This has more than {SIZE_LIMIT // 1024} KB, which no sheet needs.")


def load_sheet(path: Path, ruleset: str | None = None) -> Sheet:
    """The sheet in a file."""
    try:
        if path.is_file() and path.stat().st_size > SIZE_LIMIT:
            raise _too_large()
        data = path.read_bytes()
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise UnreadableSheet("sheet-not-opened", f'"{path}" cannot be opened: {reason}.') from None
    return read_sheet(data, ruleset)


class SheetNotWritten(FatetableError):
    """The sheet could not be written."""


def save_sheet(sheet: Sheet, path: Path, *, overwrite: bool = False) -> None:
    """Write the sheet to a file, which must not exist unless `overwrite` says so."""
    save_file(write_sheet(sheet).encode(), path, overwrite=overwrite)


def save_file(content: bytes, path: Path, *, overwrite: bool = False) -> None:
    try:
        with path.open("wb" if overwrite else "xb") as file:
            file.write(content)
    except FileExistsError:
        raise SheetNotWritten("file-exists", f'"{path}" exists already and was left as it is.') from None
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise SheetNotWritten("sheet-not-written", f'"{path}" cannot be written: {reason}.') from None


def _decoded(data: bytes) -> object:
    try:
        content: object = msgspec.json.decode(data)
    except RecursionError:
        raise UnreadableSheet("not-json", "This is nested too deeply to be a character sheet.") from None
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise UnreadableSheet("not-json", f"This is not JSON: {_one_line(error)}.") from None
    return content


def _converted(content: dict[str, object]) -> Sheet:
    try:
        sheet = msgspec.convert(content, type=Sheet)
    except msgspec.ValidationError as error:
        raise UnreadableSheet("not-a-sheet", f"This is not a character sheet: {_one_line(error)}.") from None
    except RecursionError:
        raise too_deep() from None
    require_bounded(sheet)
    return sheet


def _one_line(error: Exception) -> str:
    """The error of the JSON decoder as the end of a sentence."""
    text = " ".join(str(error).split()).removeprefix("JSON is malformed: ")[:200].rstrip(".").replace("`", '"')
    return text[:1].lower() + text[1:]
