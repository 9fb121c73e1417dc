"""Checks of a SPARQL query before it runs, by its tokens: that it only reads, and what may be wrong with it.

Keywords are those of the grammar; text in strings, IRIs, prefixed names, variables and comments doesn't count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from soulkeep.errors import QueryError

LENGTH = 1 << 18
"""Most characters of a query."""
DEPTH = 100
"""Greatest depth of brackets, since parsing is recursive."""

_UPDATES = frozenset(("ADD", "CLEAR", "COPY", "CREATE", "DELETE", "DROP", "INSERT", "LOAD", "MOVE", "WITH"))
_READING = "Queries only read: SELECT, ASK, CONSTRUCT or DESCRIBE."
# Possessive quantifiers (`++`): any query is scanned in one pass.
_TOKEN = re.compile(
    r"""
      (?P<blank>  [\ \t\r\n]++ | \#[^\r\n]*+ )
    | (?P<string> \"{3} (?: [^"\\]++ | \\. | "(?!"") )*+ \"{3} | '{3} (?: [^'\\]++ | \\. | '(?!'') )*+ '{3}
                | " (?: [^"\\\r\n]++ | \\. )*+ " | ' (?: [^'\\\r\n]++ | \\. )*+ ' )
    | (?P<iri>    < (?: [^\x00-\x20<>"{}|^`\\] | \\u[0-9A-Fa-f]{4} | \\U[0-9A-Fa-f]{8} )*+ > )
    | (?P<variable> [?$]\w++ )
    | (?P<language> @[A-Za-z0-9-]++ )
    | (?P<blank_node> _:[\w.·-]*+ )
    | (?P<name>   (?: [^\W\d_][\w.·-]*+ )? : (?: [\w.:·%-]++ | \\. )*+ )
    | (?P<word>   [^\W\d][\w.·-]*+ )
    | (?P<number> [0-9]++ )
    | (?P<other>  . )
    """,
    re.VERBOSE | re.DOTALL,
)
_PART = re.compile(r"\w+")
_SCHEME = re.compile(r"<[A-Za-z][A-Za-z0-9+.-]*:")
_POSITION = re.compile(r"error at (\d+):(\d+): (?:expected )?(?:one of )?(.*)", re.DOTALL)
_NO_PREFIX = "Prefix not found"
_NO_IRI = "IRI parsing failed"
_WORDS = re.compile(r"\w+ \S+")
_LETTERS = re.compile(r"\[[^\[\]]*\](?:\s*+\|\s*+\[?+[^\[\],|]*+\]?+)*+,?\s*")


class QueryOutline(NamedTuple):
    """Properties of a query that only reads."""

    dataset: bool
    """Whether the query names its graphs (FROM)."""
    order: tuple[str, ...]
    """Variables of `SELECT *`, in the order of their first occurrence; empty for other queries."""
    undeclared: tuple[str, ...]
    """Prefixes that the query uses without declaring them."""
    relative: str
    """The first relative IRI, unless the query declares a base; else ""."""


class _Token(NamedTuple):
    kind: str
    text: str
    offset: int


def outline(query: str, prefixes: Mapping[str, str]) -> QueryOutline:
    """Check a query and return its outline; `prefixes` need not be declared in it.

    Raises QueryError if it would change the graph (INSERT, DROP, …), ask another server (SERVICE), is too long or too
    deep, or is not text.
    """
    _storable(query)
    tokens = list(_tokens(query))
    _only_reads(query, tokens)
    declared, base = set(prefixes), False
    names: dict[str, None] = {}
    relative = ""
    for before, token in zip([_Token("", "", 0), *tokens], tokens, strict=False):
        word = before.text.upper() if before.kind == "word" else ""
        if token.kind == "name":
            prefix = token.text.split(":", 1)[0]
            if word == "PREFIX":
                declared.add(prefix)
            else:
                names[prefix] = None
        elif token.kind == "iri":
            base = base or word == "BASE"
            if not relative and not _SCHEME.match(token.text):
                relative = token.text
    return QueryOutline(
        dataset=any(token.kind == "word" and token.text.upper() == "FROM" for token in tokens),
        order=_order(tokens),
        undeclared=tuple(name for name in names if name not in declared),
        relative="" if base else relative,
    )


def unreadable(error: str, seen: QueryOutline) -> QueryError:
    """Return the parser's message for a mistake as a `QueryError`."""
    match = _POSITION.fullmatch(error)
    reason = _reason(match[3]) if match else error
    place = f" at line {match[1]}, column {match[2]}" if match else ""
    if seen.undeclared and reason in ("", _NO_PREFIX):
        hint = f"Declare {seen.undeclared[0]}: first, with PREFIX {seen.undeclared[0]}: <…>."
    elif seen.relative and reason in ("", _NO_IRI):
        hint = f"If {seen.relative} is not a whole IRI, write the whole of it, or give a base."
    else:
        hint = "It is read as SPARQL 1.1."
    return QueryError(f"The query can't be read{place}{reason and ': '}{reason}.", hint=hint)


def _reason(expected: str) -> str:
    """Return the reason that the parser gives in words, else the signs that it expected; its keyword lists mislead."""
    items = [item.strip() for item in _LETTERS.sub("", expected).split(", ")]
    for item in items:
        if _WORDS.match(item):
            return item
    signs = [item for item in items if len(item) > 2 and item[0] == item[-1] == '"']
    return f"expected {' or '.join(signs)}" if signs else ""


def _storable(query: str) -> None:
    if not isinstance(query, str):
        raise QueryError(
            f"The query must be a str, not {type(query).__name__}.", hint="Give SPARQL, such as 'ASK { ?s ?p ?o }'."
        )
    if len(query) > LENGTH:
        raise QueryError(f"The query has {len(query):,} characters.", hint=f"At most {LENGTH:,} are allowed.")
    try:
        query.encode()
    except UnicodeEncodeError as error:
        raise QueryError(
            f"The query is not text at {_place(query, error.start)}: a lone surrogate.", hint="Decode it as UTF-8."
        ) from None


def _tokens(query: str) -> Iterator[_Token]:
    """Yield the query's tokens, without blanks and comments."""
    for match in _TOKEN.finditer(query):
        kind, text = match.lastgroup or "other", match[0]
        if kind == "other" and text in "'\"":
            raise QueryError(
                f"The query can't be read: the string at {_place(query, match.start())} has no end.",
                hint="Strings over several lines stand between three quotes.",
            )
        if kind == "word":  # a word is matched as far as a prefix might go, but ends at a dot or a hyphen
            yield from (_Token(kind, part[0], match.start() + part.start()) for part in _PART.finditer(text))
        elif kind != "blank":
            yield _Token(kind, text, match.start())


def _only_reads(query: str, tokens: list[_Token]) -> None:
    depth = 0
    for token in tokens:
        if token.kind == "other":
            depth += (token.text in "([{") - (token.text in ")]}")
            if depth > DEPTH:
                raise QueryError(
                    f"The query nests brackets too deep at {_place(query, token.offset)}.",
                    hint=f"At most {DEPTH} levels are allowed.",
                )
        elif token.kind == "word":
            word = token.text.upper()
            if "SERVICE" in word:  # the parser takes `trueSERVICE<…>` and `SERVICESILENT<…>` too
                raise QueryError(
                    f"SERVICE at {_place(query, token.offset)} would ask another server.",
                    hint="Queries see only the graph they are asked on. Import what is needed from elsewhere first.",
                )
            if depth == 0 and word in _UPDATES:
                raise QueryError(f"{word} would change the graph, which is read-only here.", hint=_READING)


def _order(tokens: list[_Token]) -> tuple[str, ...]:
    words = [token for token in tokens if token.kind == "word" and token.text.upper() == "SELECT"]
    if not words:
        return ()
    after = tokens[tokens.index(words[0]) + 1 :]
    if after and after[0].text.upper() in ("DISTINCT", "REDUCED"):
        after = after[1:]
    if not after or after[0].text != "*":
        return ()
    return tuple(dict.fromkeys(token.text[1:] for token in after if token.kind == "variable"))


def _place(query: str, offset: int) -> str:
    """Return an offset as line and column, counted from 1."""
    line = query.count("\n", 0, offset) + 1
    return f"line {line}, column {offset - query.rfind(chr(10), 0, offset)}"
