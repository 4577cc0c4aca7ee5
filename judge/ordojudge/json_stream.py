"""JSON read piece by piece, so that a document of any size takes little memory.

The reader is told what comes next: the members of an object, the items of an array, a string in pieces, or a
value as a whole.
What it takes for JSON is what ``json.loads`` does, but for ``NaN`` and ``Infinity``.
"""

import codecs
import json
import re
from collections.abc import Iterable, Iterator
from typing import Any, Final

from ordojudge.core.errors import ProblemError
from ordojudge.problems import decode_json

PIECE_CHARACTERS: Final = 1 << 16
"""Length of a string's pieces, and of what is read ahead, at least."""

_SPACE = re.compile(r"[ \t\n\r]*+")
_QUOTED = re.compile(r'[^"\\]*+(?:\\.[^"\\]*+)*+', re.DOTALL)
_BRACKET = re.compile(r'["\[\]{}]')
_END_OF_SCALAR = re.compile(r'[\s,:"\[\]{}]')

# Whole characters only: an escape is taken with all its digits, a surrogate pair with both halves.
# The group isn't possessive: before Python 3.11.5 one that fails keeps what it had matched.
_WHOLE = re.compile(
    r'[^"\\]*+(?:\\(?:[^u]|u(?![dD][89abAB])[0-9a-fA-F]{4}'
    r'|u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})[^"\\]*+)*',
    re.DOTALL,
)
_LONGEST_ESCAPE: Final = len(r"\ud83d\ude00")


class JsonReader:
    """Reads one document from front to back."""

    def __init__(self, chunks: Iterable[bytes], *, where: str) -> None:
        """Begin.

        Args:
            chunks: The document in UTF-8, cut anywhere; a byte order mark is skipped.
            where: Its name in error messages.
        """
        self._chunks = iter(chunks)
        self._decoder = codecs.getincrementaldecoder("utf-8")()
        self._where = where
        self._text = ""
        self._at = 0
        self._line = 1
        self._column = 1
        self._ended = False
        self._more()
        self._text = self._text.removeprefix("\ufeff")

    def peek(self) -> str:
        """The character that the next value begins with; empty at the end of the document."""
        while True:
            self._at = _end(_SPACE, self._text, self._at)
            if self._at < len(self._text):
                return self._text[self._at]
            if not self._more():
                return ""

    def members(self) -> Iterator[str]:
        """The keys of an object; read each value before asking for the next key.

        Raises:
            ProblemError: here and below: it isn't JSON; one line that names the place.
        """
        self._take("{", "an object is needed")
        if self.peek() == "}":
            self._at += 1
            return
        seen: set[str] = set()
        while True:
            if self.peek() != '"':
                raise self._refusal("not JSON: a key in double quotes is needed")
            key = "".join(self.string())
            if key in seen:
                raise ProblemError(f"{self._where}: key {key!r} is given twice in one object")
            seen.add(key)
            self._take(":", "not JSON: ':' is needed")
            yield key
            if self.peek() == "}":
                self._at += 1
                return
            self._take(",", "not JSON: ',' or '}' is needed")

    def items(self) -> Iterator[int]:
        """The indices of an array; read each item before asking for the next index."""
        self._take("[", "an array is needed")
        if self.peek() == "]":
            self._at += 1
            return
        index = 0
        while True:
            yield index
            index += 1
            if self.peek() == "]":
                self._at += 1
                return
            self._take(",", "not JSON: ',' or ']' is needed")

    def string(self) -> Iterator[str]:
        """A string in pieces, none of which ends within a surrogate pair."""
        self._take('"', "a string is needed")
        while True:
            end = _end(_WHOLE, self._text, self._at)
            if end > self._at:
                yield self._unescaped(end)
                self._at = end
            if self._text[end : end + 1] == '"':
                self._at += 1
                return
            if len(self._text) - end < _LONGEST_ESCAPE and self._more():
                continue
            if '"' not in self._text[self._at :]:
                raise self._refusal("not JSON: a string is not closed")
            raise self._refusal("an escape that stands for no character")

    def value(self, *, most_characters: int) -> Any:
        """A value of any kind as a whole.

        Args:
            most_characters: The longest that is read.
        """
        self.peek()
        end = self._end_of_value(most_characters)
        self._require_room(end, most_characters)
        line, column = self._place(self._at)
        text = self._text[self._at : end]
        value = decode_json(text, where=self._where, line=line, column=column, constants=False)
        self._at = end
        return value

    def end(self) -> None:
        """Make sure that nothing follows."""
        if self.peek():
            raise self._refusal("not JSON: more after its end")

    # -- places

    def _place(self, at: int) -> tuple[int, int]:
        line = self._line + self._text.count("\n", 0, at)
        newline = self._text.rfind("\n", 0, at)
        return line, at - newline if newline >= 0 else self._column + at

    def _refusal(self, reason: str) -> ProblemError:
        line, column = self._place(self._at)
        return ProblemError(f"{self._where}: line {line} column {column}: {reason}")

    # -- reading ahead

    def _more(self) -> bool:
        """Forget what was read, and read on; false at the end of the document."""
        self._line, self._column = self._place(self._at)
        parts = [self._text[self._at :]]
        self._at = 0
        wanted = max(PIECE_CHARACTERS, len(parts[0]))
        added = 0
        while added < wanted and not self._ended:
            chunk = next(self._chunks, None)
            self._ended = chunk is None
            try:
                parts.append(self._decoder.decode(chunk or b"", final=self._ended))
            except UnicodeDecodeError as error:
                before = "".join(parts) + error.object[: error.start].decode()
                line = self._line + before.count("\n")
                raise ProblemError(
                    f"{self._where}: line {line}: not UTF-8: {error.reason}"
                ) from None
            added += len(parts[-1])
        self._text = "".join(parts)
        return added > 0

    def _take(self, character: str, complaint: str) -> None:
        if self.peek() != character:
            raise self._refusal(complaint)
        self._at += 1

    def _unescaped(self, end: int) -> str:
        raw = self._text[self._at : end]
        try:
            return str(json.loads(f'"{raw}"'))
        except json.JSONDecodeError as error:  # a control character, or an escape such as \x
            self._at += error.pos - 1
            raise self._refusal(f"not JSON: {error.msg.removesuffix(' at')}") from None

    def _require_room(self, end: int, most_characters: int) -> None:
        if end - self._at > most_characters:
            raise self._refusal(f"longer than the {most_characters:,} characters accepted here")

    def _end_of_value(self, most_characters: int) -> int:
        """Where the value ends that begins here; what is in between may not be JSON yet."""
        depth = 0
        in_string = False
        end = self._at
        while True:
            self._require_room(end, most_characters)
            if in_string:
                end = _end(_QUOTED, self._text, end)
                in_string = self._text[end : end + 1] != '"'
                if not in_string:
                    end += 1
            elif depth or (end == self._at and self._text[end : end + 1] in tuple('"[{')):
                found = _BRACKET.search(self._text, end)
                end = found.end() if found else len(self._text)
                character = found[0] if found else ""
                in_string = character == '"'
                depth += (character in tuple("[{")) - (character in tuple("]}"))
            else:
                found = _END_OF_SCALAR.search(self._text, end)
                if found is not None:
                    return found.start()
                end = len(self._text)
            if depth == 0 and not in_string and end > self._at and self._text[end - 1] in '"]}':
                return end
            # A lone backslash before the end of what was read waits for what it escapes.
            if end >= len(self._text) - in_string:
                passed = end - self._at
                if not self._more():
                    return len(self._text)
                end = passed


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    match = pattern.match(text, at)
    return at if match is None else match.end()
