"""Takes the tags out of text that may be HTML, in one pass over it.

The parser of the standard library reads the rest of the text again for each tag that does not end, and fails on some
declarations.  The words are all that is wanted here.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import unescape

BREAKS = frozenset({"p", "br", "li", "div"})
"""The tags that begin a new line."""

_COMMENT = "<!--"


def strip_tags(markup: str) -> str:
    """The words of a text, with a line break where a paragraph begins.

    What begins like a tag and does not end stays as it is.

    >>> strip_tags("<p>Wizard &amp; <b>thief</b></p> 1 < 2 <a")
    '\\nWizard & thief 1 < 2 <a'
    """
    return _unescaped("".join(_words(markup)))


def _words(markup: str) -> Iterator[str]:
    at, last_end, last_comment_end = 0, markup.rfind(">"), markup.rfind("-->")
    while (start := markup.find("<", at)) >= 0:
        yield markup[at:start]
        if start < last_comment_end and markup.startswith(_COMMENT, start):
            at = markup.index("-->", start) + 3
        elif start < last_end and _is_tag(markup[start + 1 : start + 2]):
            at = markup.index(">", start) + 1
            if _name(markup[start + 1 : start + 8]) in BREAKS:
                yield "\n"
        else:
            yield "<"
            at = start + 1
    yield markup[at:]


def _is_tag(first: str) -> bool:
    return first.isalpha() or first in ("/", "!", "?")


def _name(beginning: str) -> str:
    letters = next((at for at, letter in enumerate(beginning) if not letter.isalpha()), len(beginning))
    return beginning[:letters].casefold()


def _unescaped(text: str) -> str:
    try:
        return unescape(text)
    except ValueError:
        # A reference to a character by a number of thousands of digits.
        return text
