"""Recognition of properties for programs, such as ids, hashes, image files and page numbers, which aren't told."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from soulkeep.graph.terms import bare, is_iri, is_literal, local_name, parsed

if TYPE_CHECKING:
    from soulkeep.graph.knowledge import Knowledge

_NAMED = re.compile(
    r"(?:^|[_-]|(?<=[a-z0-9]))(?:id|ids|identifier|uuid|guid|uri|url|hash|md5|sha\d{0,4}|checksum|etag|revision|version(?:info)?"
    r"|thumbnail|depiction|sprite|icon|asset|prefab|mesh|texture|filename|filepath|path|sourcefile|wikipage\w{0,20}|oldid"
    r"|datemodified|modified|lastmodified|createdat|imagefile|spritefile|page(?:no|number|id)?|sheetno|bgimage|sameas"
    r"|seealso|isdefinedby|wasderivedfrom|primarytopic\w{0,20}|license|internal\w{0,20}|debug\w{0,20}|guid|slug|rowid|gazid|row)$",
    re.IGNORECASE,
)
_WORDS = re.compile(
    r"\b(?:id|identifier|uuid|hash|checksum|inventory number|file name|image|photo file|url|catalog code|logo image|commons category)$",
    re.IGNORECASE,
)
_FILE = re.compile(
    r"(?:[\w.-]++/)++[\w.-]+\.[a-z]\w{1,7}|\S+\.(?:png|jpe?g|gif|svg|webp|ogg|mp3|wav|mp4|glb|fbx|json|xml|html?)",
    re.IGNORECASE,
)
_ENDS_AS_FILE = re.compile(
    r"(?<=[\w.-])/[\w.-]+\.[a-z]\w{1,7}$|\S\.(?:png|jpe?g|gif|svg|webp|ogg|mp3|wav|mp4|glb|fbx|json|xml|html?)$",
    re.IGNORECASE,
)
_CODE = re.compile(r"(?:[0-9a-f]{12,}|[0-9a-f-]{32,}|[a-z]+:[0-9a-f]{8,})$", re.IGNORECASE)
_MADE_BY = re.compile(r"created ?by", re.IGNORECASE)
_SAMPLE = 20


def is_technical(property: str, knowledge: Knowledge) -> bool:
    """Return whether a property's values are meaningful to programs only."""
    technical = knowledge.technical
    if property not in technical:
        technical[property] = _is_technical(property, knowledge)
    return technical[property]


def _is_technical(property: str, knowledge: Knowledge) -> bool:
    name = local_name(property)
    if bare(property).startswith(
        (
            "http://www.wikidata.org/prop/P",
            "http://www.wikidata.org/prop/statement",
            "http://www.wikidata.org/prop/qualifier",
        )
    ):
        return True
    joined = re.sub(r"[_-]", "", name)
    if _NAMED.search(joined) and _camel_end(name):
        return True
    if any(_WORDS.search(text) for text, language in knowledge.lexicon.labels(property) if language in ("", "en")):
        return True
    values = [value for _, value in islice(knowledge.graph.pairs(property), _SAMPLE)]
    if not values:
        return False
    if _MADE_BY.fullmatch(joined):  # who made the data, or who made what it is about
        return not any(is_iri(value) and knowledge.graph.about(value) for value in values)
    return all(_is_code(value, knowledge) for value in values)


def _camel_end(name: str) -> bool:
    """Return whether a name's last word is a technical one: "gazId", "sprite_file", but not "valid"."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[_-]", " ", name).split()
    ends = {" ".join(words[at:]).replace(" ", "") for at in range(len(words))}
    return any(_NAMED.fullmatch(one) for one in ends)


def _is_code(value: str, knowledge: Knowledge) -> bool:
    if is_literal(value):
        text = parsed(value).value
        return _FILE.fullmatch(text) is not None or _CODE.fullmatch(text) is not None
    if not is_iri(value):
        return False
    return _ENDS_AS_FILE.search(bare(value)) is not None and not knowledge.graph.about(value)
