"""The character's messages about itself, its memory and the talk: a template for each communicative intent (2).

The wordings are files, `templates/<language>/<intent>.j2`, so that they can be changed and added to without touching
the program. A file holds several wordings of Jinja2, separated by lines of `---`; the comment at its top says what
the intent is and which values it is told with. White space is collapsed, so a wording may run over several lines.

A wording is left out if its text is empty or it outputs a value that is None. So a wording can be restricted by
`{% if n > 5 %}…{% endif %}`, or by using a value that may be missing. An empty text counts as None.

`_words.j2` in a language's folder may hold macros for all its wordings, called as `words.NAME(…)`.
Other files whose names begin with `_` are no intents either.

Besides Jinja2's own filters there are:
    josa(pair)    Korean: the word with the particle that fits its end, `josa("은(는)")`, `josa("(이)야")`
    at            a moment as "at that moment": "3주 전" is "3주 전에", "어제" stays; Japanese likewise
    plural, a     English: "albums"; "an album"
    possessive    English: "Parker's", "Davis'"
    cap           the first letter in upper case
    quoted        in the language's quotation marks, unless it is quoted already
    ended         with a full stop, unless it ends a sentence already
    unended       without its full stop, so that something can be put to it
    single        the text if it is one sentence, else nothing: `{% if text|single %}…{% endif %}`
    guessed, seeming   Korean: a sentence as a guess, "…일 거야", "…인 것 같아"; none if its end isn't known
    listed        a list of texts: "A, B and C"
    times         a number: "once", "twice", "three times", "12 times"
    nth           a number: "third", "12th"; elsewhere than in English and Korean the bare number
    number        English, German: "three", "zwölf"; elsewhere, and from 13 on, as it is written
    counted_by(counter)   Korean: "3마리"
    count(word)   a number of things: "1 album", "3 albums", "음반 3개"; elsewhere number and word.
                  `count(word, people)`: with whether they are people, of whom Korean counts otherwise
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from soulkeep.errors import BadFile, InputError
from soulkeep.graph.episodes.filters import SaysNone, filters, listed, said
from soulkeep.lang.pack import PACKS

if TYPE_CHECKING:
    from jinja2 import Template
    from jinja2.sandbox import ImmutableSandboxedEnvironment

_FALLBACK = "en"
_NAME = re.compile(r"[a-z][a-z0-9_]*")
_BREAK = re.compile(r"^---[ \t]*$", re.MULTILINE)
_MISTAKES = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, OSError, RuntimeError, TypeError,
    ValueError,
)  # fmt: skip
"""Exceptions that a template can raise besides Jinja2's own."""


class Templates:
    """Wordings for communicative intents, in files. A file is read once, when it is first needed.

    Args:
        folder: a user's folder with the same layout, whose files replace the shipped ones individually. It may have
            further intents and languages.

    Raises:
        BadFile: the folder doesn't exist.
    """

    def __init__(self, folder: Path | None = None) -> None:
        if folder is not None and not folder.is_dir():
            raise BadFile(f"{folder} is no folder.", hint="Give one that holds <language>/<intent>.j2.")
        self._own = folder
        self._environments: dict[str, ImmutableSandboxedEnvironment] = {}
        self._wordings: dict[Path, tuple[_Wording, ...]] = {}

    def tell(
        self,
        intent: str,
        language: str,
        values: Mapping[str, object],
        *,
        variant: int,
        lately: Sequence[str] = (),
    ) -> str:
        """Return one wording of an intent, filled in.

        Args:
            intent: the name of a file.
            language: the name of the folder; intents without a file in a language are told in English.
            values: the values of the slots. Texts must be in the language; the file describes each value.
            variant: any number; it selects among the fitting wordings in turn.
            lately: the messages said before, oldest first. A wording that isn't among them, whatever its values, is
                preferred; else the one said longest ago.

        Raises:
            InputError: the intent doesn't exist; a needed value isn't given; no wording fits the values; or a file is
                no valid template, or accesses something forbidden.
        """
        code, path = self._file(intent, language)
        values = {name: None if value == "" else value for name, value in values.items()}
        fitting = self._fitting(code, path, values)
        if not fitting:
            raise InputError(
                f"No wording in {_shown(path)} fits these values.", hint=f"None: {listed(_missing(values), 'en')}."
            )
        first = variant % len(fitting)
        in_turn = fitting[first:] + fitting[:first]
        return min(in_turn, key=lambda one: one.said_last(lately)).text

    def intents(self, language: str) -> frozenset[str]:
        """Return the intents that can be told in a language, including those told in English for lack of a file."""
        stems = (path.stem for _, place in self._places(language) for path in place.glob("*.j2"))
        return frozenset(name for name in stems if _NAME.fullmatch(name))

    def _places(self, language: str) -> list[tuple[str, Path]]:
        """Return the folders in which a language's files are looked for, in order, each with its language."""
        base = re.split(r"[-_]", language.lower())[0]
        codes = dict.fromkeys((base, _FALLBACK)) if _NAME.fullmatch(base) else (_FALLBACK,)
        return [(code, folder) for code in codes for folder in self._folders(code)]

    def _folders(self, code: str) -> list[Path]:
        """Return the folders of a language's templates, the caller's own first."""
        ours = PACKS / code / "templates"
        return [ours] if self._own is None else [self._own / code, ours]

    def _file(self, intent: str, language: str) -> tuple[str, Path]:
        """Return the language in which an intent is told, and its file."""
        if _NAME.fullmatch(intent):
            for code, place in self._places(language):
                path = place / f"{intent}.j2"
                if path in self._wordings or path.is_file():
                    return code, path
        raise InputError(
            f"There is no wording for {intent!r}.", hint=f"Known: {', '.join(sorted(self.intents(language)))}."
        )

    def _fitting(self, code: str, path: Path, values: Mapping[str, object]) -> list[_FilledTemplate]:
        """Return the wordings of a file that fit the values, filled in, in the file's order."""
        from jinja2 import TemplateError, TemplateSyntaxError
        from jinja2.exceptions import SecurityError

        source = "" if path in self._wordings else _source(path)
        fitting: list[_FilledTemplate] = []
        try:
            if path not in self._wordings:
                self._wordings[path] = self._compiled(code, source)
            for wording in self._wordings[path]:
                try:
                    fitting.append(wording.told(values))
                except SaysNone:
                    continue
        except TemplateSyntaxError as error:
            place = f"line {error.lineno} of {error.name or _shown(path)}"
            raise InputError(f"{place} is no template: {error.message}.", hint="Mend the file.") from None
        except SecurityError as error:
            raise InputError(
                f"{_shown(path)} reaches for what it may not: {error.message}", hint="Templates only say their values."
            ) from None
        except TemplateError as error:
            raise InputError(
                f"{_shown(path)} can't be filled in: {error.message}.", hint="The comment at its top lists its values."
            ) from None
        except _MISTAKES as error:
            raise InputError(f"{_shown(path)} can't be filled in: {error}.", hint="Mend the file.") from None
        return [one for one in fitting if one.text]

    def _compiled(self, code: str, source: str) -> tuple[_Wording, ...]:
        """Return the wordings of a file, compiled."""
        from jinja2.nodes import TemplateData

        environment = self._environment(code)
        wordings = []
        start = 0
        for match in [*_BREAK.finditer(source), None]:
            piece = source[start : match.start() if match else len(source)]
            if _without_comments(piece).strip():
                # Preceded by as many lines as in the file, so that errors have the right line number.
                piece = "\n" * source.count("\n", 0, start) + piece
                fixed = environment.parse(piece).find_all(TemplateData)
                wordings.append(_Wording(environment.from_string(piece), tuple(_plain(one.data) for one in fixed)))
            start = match.end() if match else len(source)
        return tuple(wordings)

    def _environment(self, code: str) -> ImmutableSandboxedEnvironment:
        if code in self._environments:
            return self._environments[code]
        from jinja2 import FileSystemLoader, StrictUndefined
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        environment = ImmutableSandboxedEnvironment(
            loader=FileSystemLoader(self._folders(code)),
            undefined=StrictUndefined,
            finalize=said,
            autoescape=False,
            trim_blocks=True,
            lstrip_blocks=True,
            auto_reload=False,
        )
        environment.filters.update(filters(code))
        if any((folder / "_words.j2").is_file() for folder in self._folders(code)):
            environment.globals["words"] = environment.get_template("_words.j2").module
        self._environments[code] = environment
        return environment


@cache
def shipped() -> Templates:
    """Return the shipped wordings. All keeps share them, since compiling one takes longer than a reply."""
    return Templates()


class _FilledTemplate(NamedTuple):
    """A wording, filled in.

    Attributes:
        text: the text.
        form: the part of the text that doesn't depend on the values.
    """

    text: str
    form: tuple[str, ...]

    def said_last(self, lately: Sequence[str]) -> int:
        """Return the index of the last text with this form; -1 if there is none."""
        return next((place for place in range(len(lately) - 1, -1, -1) if self._stands_in(lately[place])), -1)

    def _stands_in(self, text: str) -> bool:
        end = 0
        for piece in self.form:
            start = text.find(piece, end)
            if start < 0:
                return False
            end = start + len(piece)
        return True


class _Wording(NamedTuple):
    """A wording of a file, with the words that aren't values."""

    template: Template
    fixed: tuple[str, ...]

    def told(self, values: Mapping[str, object]) -> _FilledTemplate:
        """Return the wording with its values; its form has only the branches taken for these values."""
        text = _plain(self.template.render(values)).strip()
        pieces = (piece.strip() for piece in self.fixed if re.search(r"\w", piece) and piece.strip() in text)
        return _FilledTemplate(text, tuple(pieces) or (text,))


def _plain(text: str) -> str:
    """Return a text with each run of white space as one blank."""
    return re.sub(r"\s+", " ", text)


def _missing(values: Mapping[str, object]) -> list[str]:
    return sorted(name for name, value in values.items() if value is None) or ["nothing"]


def _source(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadFile(f"{path} can't be read: {error}.", hint="It should be a text file in UTF-8.") from None


def _shown(path: Path) -> str:
    """Return a file's name for error messages: `en/greeting.j2`."""
    folder = path.parent.parent if path.is_relative_to(PACKS) else path.parent
    return f"{folder.name}/{path.name}"


def _without_comments(text: str) -> str:
    pieces, at = [], 0
    while (start := text.find("{#", at)) >= 0 and (end := text.find("#}", start + 2)) >= 0:
        pieces.append(text[at:start])
        at = end + 2
    return "".join(pieces) + text[at:]
