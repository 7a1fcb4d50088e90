"""At which line each value of a TOML text stands, which `tomllib` does not keep."""

import re
import tomllib

KeyPath = tuple[str | int | None, ...]  # ("note", 0, "at"): the keys and the numbers in lists that lead to a value

# The tokens of TOML. Each alternative takes whatever follows its first sign, to the end of the line or of the text if need be,
# so that no sign is ever read twice: the time is proportional to the length, of valid and of invalid texts.
_TEXT = (
    r'"""(?:[^\\"]|\\.|"(?!""))*+(?:"{3,5}|\\?\Z)|'
    r"'''(?:[^']|'(?!''))*+(?:'{3,5}|\Z)|"
    r'"(?:[^"\\\n]|\\.)*+"?|'
    r"'[^'\n]*+'?"
)
_TEXT_OR_COMMENT = re.compile(rf"#[^\n]*+|{_TEXT}", re.DOTALL)
_TOKEN = re.compile(rf"#[^\n]*+|[ \t\r]++|({_TEXT}|\n|[\[\]{{}}=.,]|[^\s\"'#\[\]{{}}=.,]++|.)", re.DOTALL)
_DOTS = re.compile(r"(?:\.[\w \t-]*+){17}")


def find_long_key(text: str) -> int:
    """Return the line of the first key of more than sixteen parts, or 0: tomllib takes time in the square of their number."""
    bare = _TEXT_OR_COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
    match = _DOTS.search(bare)
    return bare.count("\n", 0, match.start()) + 1 if match else 0


def read_lines(text: str) -> dict[KeyPath, int]:
    """Return the line of each key, heading and item of a list, by its path, in a text that tomllib accepts.

    The line of a list of tables, and of each table that has no heading of its own, is that of its first entry.

    >>> read_lines("[deal]\\nN = 'R40'\\n[[note]]\\nmoves = ['a',\\n'b']")[("note", 0, "moves", 1)]
    5
    """
    return _LineReader(text).read()


class _LineReader:
    """Reads a text, token by token."""

    def __init__(self, text: str) -> None:
        self.tokens = (match[1] for match in _TOKEN.finditer(text) if match[1])
        self.line = 1
        self.lines: dict[KeyPath, int] = {}
        self.counts: dict[KeyPath, int] = {}  # of the tables of each [[list]] so far
        self.token = ""
        self._advance()

    def read(self) -> dict[KeyPath, int]:
        table: KeyPath = ()
        while self.token:
            if self.token == "\n":
                self._advance()
            elif self.token == "[":
                table = self._read_heading()
            else:
                self._read_pair(table)
        return self.lines

    def _advance(self) -> str:
        """Go to the next token; return the one before."""
        token = self.token
        self.line += token.count("\n")
        self.token = next(self.tokens, "")
        return token

    def _enter(self, path: KeyPath, line: int) -> None:
        for length in range(len(path), 0, -1):
            if path[:length] in self.lines:
                break
            self.lines[path[:length]] = line

    def _read_heading(self) -> KeyPath:
        line, brackets = self.line, 0
        while self.token == "[":
            brackets += 1
            self._advance()
        path: KeyPath = ()
        *parents, last = self._read_key()
        for name in parents:
            path = (*path, name)
            path = (*path, self.counts[path] - 1) if path in self.counts else path
        path = (*path, last)
        if brackets == 2:
            self.counts[path] = self.counts.get(path, 0) + 1
            path = (*path, self.counts[path] - 1)
        while self.token == "]":
            self._advance()
        self._enter(path, line)
        return path

    def _read_key(self) -> list[str]:
        parts = [_unquote(self._advance())]
        while self.token == ".":
            self._advance()
            parts.append(_unquote(self._advance()))
        return parts

    def _read_pair(self, table: KeyPath) -> None:
        line, path = self.line, (*table, *self._read_key())
        self._enter(path, line)
        self._advance()  # the sign =
        self._read_value(path)

    def _read_value(self, path: KeyPath) -> None:
        if self.token not in ("[", "{"):
            while self.token and self.token not in (",", "]", "}", "\n"):  # a number or a time can be several tokens
                self._advance()
            return
        is_list, number = self._advance() == "[", 0
        while self.token and self.token not in ("]", "}"):
            if self.token in (",", "\n"):
                self._advance()
            elif is_list:
                self._enter((*path, number), self.line)
                self._read_value((*path, number))
                number += 1
            else:
                self._read_pair(path)
        self._advance()


def _unquote(key: str) -> str:
    return next(iter(tomllib.loads(f"{key} = 0"))) if key[:1] in ("'", '"') else key
