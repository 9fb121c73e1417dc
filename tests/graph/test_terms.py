"""Terms as strings: written as N-Triples are, and read as they were written."""

from __future__ import annotations

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from soulkeep.graph.graph import node_of
from soulkeep.graph.terms import bare, iri, is_iri, is_literal, is_variable, literal, local_name, parsed
from soulkeep.graph.vocabulary import XSD

_TEXTS = st.text(st.characters(exclude_categories=["Cs"]))


@given(_TEXTS)
def test_a_literal_is_read_as_it_was_written(text: str) -> None:
    assert parsed(literal(text)) == (text, "", f"{XSD}string")
    assert parsed(literal(text, language="ko")).language == "ko"
    assert parsed(literal(text, datatype=XSD + "date")).datatype == XSD + "date"


@given(_TEXTS)
def test_a_literal_is_written_as_oxigraph_writes_it(text: str) -> None:
    assert parsed(str(ox.Literal(text))).value == text
    assert node_of(literal(text)) == ox.Literal(text)
    assert node_of(literal(text, language="en")) == ox.Literal(text, language="en")


@pytest.mark.parametrize(
    ("term", "value"),
    [
        (r'"a\"b\\c\nd\te"', 'a"b\\c\nd\te'),
        (r'"\u00e9\U0001F3B5"', "é🎵"),
        ('"with "@en-gb', None),
        ('""', ""),
        ('"a"b"', None),
        ("<http://example.org/a>", None),
    ],
)
def test_escapes_are_read_and_what_is_no_literal_is_refused(term: str, value: str | None) -> None:
    if value is None and not term.endswith("gb"):
        with pytest.raises(ValueError, match="no literal"):
            parsed(term)
    elif value is not None:
        assert parsed(term).value == value
    else:
        assert parsed(term).language == "en-gb"


@pytest.mark.parametrize(
    ("term", "name"),
    [
        ("<http://dbpedia.org/ontology/birthDate>", "birthDate"),
        ("<http://www.w3.org/2000/01/rdf-schema#label>", "label"),
        ("<urn:soulkeep:any:birthDate>", "birthDate"),
        ("<http://example.org/things/>", "things"),
        ("<http://example.org/things#>", "things"),
        ("<http://example.org/a%20b>", "a%20b"),
        ("<http://example.org/Zoë>", "Zoë"),
        ("<x:>", ""),
    ],
)
def test_the_last_part_of_an_iri_is_its_local_name(term: str, name: str) -> None:
    assert local_name(term) == name


def test_each_kind_of_term_is_told_from_the_others() -> None:
    terms = {"iri": iri("http://x.org/a"), "literal": literal("?a"), "variable": "?a", "blank": "_:a"}
    assert [kind for kind, term in terms.items() if is_iri(term)] == ["iri"]
    assert [kind for kind, term in terms.items() if is_literal(term)] == ["literal"]
    assert [kind for kind, term in terms.items() if is_variable(term)] == ["variable"]
    assert bare(iri("http://x.org/a")) == "http://x.org/a"
    assert node_of("_:a") == ox.BlankNode("a")
