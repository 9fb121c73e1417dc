"""Typing of years that data gives as plain numbers: `bornInYear 541` becomes a date, so that ages can be compared."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from soulkeep.graph.terms import bare, local_name
from soulkeep.graph.vocabulary import XSD

if TYPE_CHECKING:
    import pyoxigraph as ox

_CALLED = re.compile(
    r"(?:^|[_-]|(?<=[a-z]))(?<!vor)(?<!pro)(?<!im)(?<!per)(?<!each)(?<!last)(?<!this)(?:year|jahr)$|(?:since|seit)$"
    r"|^(?-i:year|Jahr|jahr)(?-i:_|[A-Z])|(?:연도|년도)$",
    re.IGNORECASE,
)
_PERHAPS = re.compile(r"^(?!.*(?i:number|count|copies|units|total|sold|size|weight|price))[a-z]\w*[a-z](?:In|_in)$")
"""Names of years where all values look like one: `joinedStaffIn 2018`."""

_HAPPENED = re.compile(
    r"^(?:was|is|first|date|year)?_?(?:built|rebuilt|founded|founding|established|constructed|construction|erected|opened|opening"
    r"|closed|dissolved|inaugurated|launched|commissioned|completed|born|birth|died|death|released|release|published|premiered|premiere"
    r"|debut|debuted|discovered|invented|painted|composed|written|introduced|inception|joined|hired|entered|registered|acquired|purchased|adopted|rescued|arrived|elected|graduated|enrolled|renovated|restored|planted|recorded|installed|started|began|ended|appointed|retired|emigrated|married"
    r"|gebaut|erbaut|gegründet|gegruendet|gründung|gruendung|errichtet|eröffnet|eroeffnet|geschlossen|geboren|gestorben|erschienen"
    r"|veröffentlicht|veroeffentlicht|baujahr|entdeckt|erfunden|gemalt|komponiert|geschrieben|eingeführt|eingefuehrt|beigetreten|eintritt|austritt|beitritt|erstzulassung|zulassung|einstellung|einweihung|beginn|ende"
    r"|설립|창립|창단|건립|건축|준공|완공|개장|개업|개교|폐업|출생|사망|발매|출간|출시|개봉|데뷔|입단|입사|은퇴)_?(?:on|at|in|am|im|일)?$",
    re.IGNORECASE,
)
"""Names of what happened in a year, where all values look like one: `built 1831`."""

_YEAR = re.compile(r"-?\d{1,4}")
_RECENT = range(1000, 2200)
_PLAIN = {f"{XSD}{name}" for name in ("integer", "int", "short", "long", "positiveInteger", "nonNegativeInteger")}
_SAMPLE = 50

_LEAST = 100
"""Least number that is taken for a year: "year 5" is a school class."""


def type_years(store: ox.Store, properties: list[str]) -> int:
    """Give the values of properties that are named as years and have plain numbers the datatype of years.

    Args:
        store: the store, changed in place.
        properties: IRIs in angle brackets.

    Returns:
        The number of values typed.
    """
    import pyoxigraph as ox

    typed = 0
    year = ox.NamedNode(XSD + "gYear")
    for property in properties:
        called = _CALLED.search(local_name(property)) is not None
        perhaps = _PERHAPS.search(local_name(property)) or _HAPPENED.search(local_name(property))
        if not called and perhaps is None:
            continue
        node = ox.NamedNode(bare(property))
        sample = [quad.object for quad in islice(store.quads_for_pattern(None, node, None, None), _SAMPLE)]
        numbers = [
            int(one.value)
            for one in sample
            if isinstance(one, ox.Literal) and one.datatype.value in _PLAIN and _YEAR.fullmatch(one.value)
        ]
        if len(numbers) < len(sample) or 2 * sum(abs(one) >= _LEAST for one in numbers) <= len(numbers):
            continue
        if not called and any(one not in _RECENT for one in numbers):
            continue
        for quad in list(store.quads_for_pattern(None, node, None, None)):
            if isinstance(quad.object, ox.Literal) and _YEAR.fullmatch(quad.object.value):
                store.remove(quad)
                literal = ox.Literal(quad.object.value, datatype=year)
                store.add(ox.Quad(quad.subject, quad.predicate, literal, quad.graph_name))
                typed += 1
    return typed
