"""A made-up dump of encyclopaedic shape as Turtle: some 120 classes, 300 properties, names in four languages.

Some properties are ids of elsewhere and most are rare, as in real dumps; links go to few hubs often and to most things
seldom. The same number of triples gives the same file every time.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SEED = 20261123
PREFIXES = (
    "@prefix r: <http://dump.example/resource/> .\n@prefix o: <http://dump.example/ontology/> .\n"
    "@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .\n@prefix owl: <http://www.w3.org/2002/07/owl#> .\n"
    "@prefix skos: <http://www.w3.org/2004/02/skos/core#> .\n@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n"
)
CLASSES = {
    "Person": "Actor Architect Astronaut Athlete Biologist Chef Chemist Cyclist Dancer Diplomat Economist Engineer Explorer "
    "Farmer Footballer General Historian Judge Lawyer Mathematician Monarch Musician Novelist Painter Philosopher Physicist "
    "Pilot Poet Politician Priest Sculptor Singer Surgeon Swimmer",
    "Place": "Country Region City Town Village Island River Lake Mountain Valley Desert Forest Volcano Beach Park Glacier",
    "Organisation": "Company University School Hospital Bank Airline Newspaper Orchestra Band FootballClub PoliticalParty "
    "Museum Theatre Brewery",
    "Work": "Film Album Song Novel Poem Painting Opera Play Symphony VideoGame Magazine TelevisionShow Statue",
    "Building": "Bridge Castle Cathedral Stadium Tower Station Airport Lighthouse Dam Tunnel Library",
    "Event": "Battle Election Festival Earthquake Treaty Tournament Expedition Exhibition",
    "Species": "Bird Fish Mammal Insect Reptile Tree Flower Mushroom",
    "Vehicle": "Ship Aircraft Locomotive Car Spacecraft Submarine",
}
GERMAN = {
    "Person": "Person", "City": "Stadt", "River": "Fluss", "Mountain": "Berg", "Film": "Film", "Novel": "Roman", "Bridge": "Brücke",
    "Country": "Land", "Lake": "See", "Painter": "Maler", "Ship": "Schiff", "Battle": "Schlacht", "birthPlace": "Geburtsort",
    "birthDate": "Geburtsdatum", "director": "Regisseur", "author": "Autor", "population": "Einwohnerzahl", "height": "Höhe",
}  # fmt: skip
KOREAN = {
    "Person": "사람", "City": "도시", "River": "강", "Mountain": "산", "Film": "영화", "Novel": "소설", "Country": "나라",
    "birthPlace": "출생지", "birthDate": "생년월일", "director": "감독", "author": "작가", "population": "인구",
}  # fmt: skip
SHARES = {
    "Person": 0.36, "Place": 0.2, "Work": 0.2, "Organisation": 0.08, "Building": 0.06, "Event": 0.04, "Species": 0.04, "Vehicle": 0.02,
}  # fmt: skip


FEW = {"Country": 0.02, "Region": 0.1}


class Said(NamedTuple):
    """A property of a class: its values (`"moment 1900 2000"`, `"number 1 100"`, or a class), and how many of those
    things have it."""

    name: str
    of: str
    values: str
    share: float


TABLE = (
    "birthDate|Person|moment 1700 2000|0.9;birthPlace|Person|City|0.8;deathDate|Person|moment 1990 2026|0.4;"
    "deathPlace|Person|City|0.3;spouse|Person|Person|0.15;child|Person|Person|0.15;almaMater|Person|University|0.25;"
    "employer|Person|Company|0.15;award|Person|Event|0.1;influencedBy|Person|Person|0.1;nationality|Person|Country|0.7;"
    "residence|Person|City|0.2;netWorth|Person|number 1000 9999999|0.05;weight|Person|number 45 120|0.1;"
    "country|Place|Country|0.9;population|Place|number 50 9000000|0.5;elevation|Place|number 1 8800|0.5;"
    "area|Place|number 1 99999|0.5;length|River|number 5 6000|0.9;mouth|River|Lake|0.5;depth|Lake|number 2 900|0.9;"
    "firstAscent|Mountain|moment 1780 1990|0.6;capital|Country|City|0.9;mayor|City|Person|0.4;twinTown|City|City|0.2;"
    "foundingDate|Organisation|moment 1400 2020|0.8;founder|Organisation|Person|0.5;headquarter|Organisation|City|0.8;"
    "numberOfEmployees|Organisation|number 3 200000|0.5;revenue|Company|number 10000 900000000|0.7;"
    "numberOfStudents|University|number 300 60000|0.8;member|Band|Singer|0.9;releaseDate|Work|moment 1880 2025|0.8;"
    "author|Novel|Novelist|0.95;author|Poem|Poet|0.95;director|Film|Person|0.95;starring|Film|Actor|0.95;budget|Film|"
    "number 10000 300000000|0.5;runtime|Film|number 60 240|0.8;composer|Opera|Musician|0.9;composer|Symphony|Musician|0.9;"
    "artist|Album|Band|0.9;artist|Song|Singer|0.9;genre|Work|Species|0.1;numberOfPages|Novel|number 60 1500|0.8;"
    "painter|Painting|Painter|0.95;exhibitedAt|Painting|Museum|0.5;publisher|Work|Company|0.3;location|Building|City|0.95;"
    "architect|Building|Architect|0.5;openingDate|Building|moment 1300 2022|0.7;height|Building|number 4 800|0.7;"
    "crosses|Bridge|River|0.9;capacity|Stadium|number 500 120000|0.9;date|Event|moment 1000 2025|0.9;place|Event|City|0.8;"
    "winner|Event|Person|0.4;casualties|Battle|number 10 90000|0.8;participant|Event|Person|0.3;habitat|Species|Forest|0.6;"
    "conservationStatus|Species|text|0.6;lifespan|Species|number 1 200|0.6;manufacturer|Vehicle|Company|0.8;"
    "maximumSpeed|Vehicle|number 20 3000|0.8;captain|Ship|Person|0.5;launchDate|Ship|moment 1800 2020|0.8"
)
"""Name, class, values and share of each property."""

SAID = [
    Said(name, of, values, float(share)) for name, of, values, share in (one.split("|") for one in TABLE.split(";"))
]


def _listed(words: str) -> list[str]:
    return words.split()


IDS = _listed("viaf imdb gnd isni musicbrainz geonames freebase wikitree openstreetmap orcid")
SITES = ("", "Person", "Work", "Place")
RARE_OF = _listed(
    "average total minimum maximum former official annual original secondary reported "
    "estimated projected regional seasonal nightly monthly"
)
RARE = _listed(
    "attendance altitude discharge salary rainfall temperature rating frequency thickness volume output voltage score"
)
SYLLABLES = _listed(
    "ka카 ki키 ko코 ma마 mi미 mo모 na나 ni니 no노 ra라 ri리 ro로 ta타 ti티 to토 sa사 si시 so소 ba바 bel벨 bor보르 da다 din딘 dor도르 "
    "fa파 fen펜 ga가 gar가르 hal할 hen헨 jo조 ker케르 la라 len렌 lor로르 mar마르 mer메르 nel넬 or오르 pel펠 quin퀸 ran란 rel렐 sel셀 "
    "tan탄 ter테르 ul울 ven벤 vor보르 wen웬 yor요르 zel젤"
)
WORDS = _listed(
    "amber anchor april ash autumn bell black blue bright broken burning candle city cold copper crimson crown dark dawn deep "
    "distant dream dust eagle east echo ember empty endless evening far feather field fire first flame forgotten fox frost garden "
    "ghost glass gold green grey harbour heart hidden high hollow honey horizon hour house iron ivory jade journey key kingdom "
    "lantern last leaf light lion lonely long lost maple marble midnight mirror mist moon morning mountain narrow night north oak "
    "ocean old orchard pale paper pearl pine quiet rain raven red river road rose salt sand sea secret shadow silent silver sleeping "
    "small smoke snow song south spring star stone storm summer sun swan thunder tide tower valley velvet violet voice wall water "
    "west white wild willow wind winter wolf wooden"
)
TEXTS = ("least concern", "vulnerable", "endangered", "extinct")


class Dump:
    """The things of a dump of about as many triples, and what is said of each.

    Args:
        triples: how many, about.
    """

    def __init__(self, triples: int) -> None:
        self._chance = random.Random(SEED)
        self.classes = {kind: [*names.split()] for kind, names in CLASSES.items()}
        self.above = {name: kind for kind, names in self.classes.items() for name in names}
        things = max(400, int(triples / _EACH))
        self._all: dict[str, list[str]] = {}
        self.members: dict[str, list[str]] = {name: [] for name in self.above}
        for kind, share in SHARES.items():
            names = self.classes[kind]
            for number in range(int(things * share)):
                name = names[number] if number < len(names) else self._chance.choices(names, weights(names))[0]
                self.members[name].append(f"{name}{number}")
        self.names = {thing: self._name(self.above[name]) for name, own in self.members.items() for thing in own}
        self.rare = [f"{one}{other.title()}" for one in RARE_OF for other in RARE][
            : 300 - len({one.name for one in SAID}) - len(IDS) * len(SITES)
        ]

    def write(self, path: Path) -> None:
        """Write the dump as Turtle."""
        with path.open("w", encoding="utf-8") as file:
            file.write(PREFIXES)
            file.writelines(self._ontology())
            for name, things in self.members.items():
                for thing in things:
                    file.write(f"r:{thing} {' ; '.join(self._of(thing, name))} .\n")

    def things(self, kind: str) -> list[str]:
        """Return all things of a class, or of its subclasses."""
        if kind not in self._all:
            self._all[kind] = [one for name in self.classes.get(kind, [kind]) for one in self.members[name]]
        return self._all[kind]

    def _ontology(self) -> Iterator[str]:
        for name in [*self.classes, *self.above]:
            above = f" ; rdfs:subClassOf o:{self.above[name]}" if name in self.above else ""
            yield f"o:{name} a owl:Class{above} ; rdfs:label {_labels(name)} .\n"
        for name in dict.fromkeys(one.name for one in SAID):
            domains = ", ".join(f"o:{one.of}" for one in SAID if one.name == name)
            yield f"o:{name} a owl:DatatypeProperty ; rdfs:domain {domains} ; rdfs:label {_labels(name)} .\n"

    def _of(self, thing: str, name: str) -> Iterator[str]:
        chance, kind = self._chance, self.above[name]
        latin, hangul = self.names[thing]
        yield f"a o:{name}, o:{kind}"
        labels = [f'"{latin}"@en'] + [
            f'"{latin}"@{one}' for one, share in (("de", 0.5), ("fr", 0.3)) if chance.random() < share
        ]
        if chance.random() < 0.5:
            labels.append(f'"{hangul}"@ko')
        yield f"rdfs:label {', '.join(labels)}"
        if chance.random() < 0.2:
            yield f'skos:altLabel "{self._name(kind)[0]}"@en'
        if chance.random() < 0.6:
            yield f'rdfs:comment "{name.lower()} of {chance.choice(WORDS)} and {chance.choice(WORDS)} number {thing}"@en'
        for said in SAID:
            if said.of in (name, kind) and chance.random() < said.share:
                several = 3 if said.name in ("starring", "member", "participant") else 1
                yield f"o:{said.name} {', '.join(self._value(said.values) for _ in range(several))}"
        for number in range(chance.choice((0, 1, 2, 3, 4))):
            at = int(10 * chance.random() ** 2)
            yield f'o:{IDS[at]}{SITES[number]}Id "{chance.getrandbits(40):x}"'
        for _ in range(chance.choice((0, 0, 1, 2))):
            at = int(len(self.rare) * chance.random() ** 2)
            yield f"o:{self.rare[at]} {chance.randint(1, 99999)}"

    def _value(self, values: str) -> str:
        chance = self._chance
        kind, *bounds = values.split()
        if kind == "moment":
            year = chance.randint(int(bounds[0]), int(bounds[1]))
            return f'"{year}-{chance.randint(1, 12):02}-{chance.randint(1, 28):02}"^^xsd:date'
        if kind == "number":
            low, high = int(bounds[0]), int(bounds[1])
            return str(int(low * (high / low) ** chance.random()))
        if kind == "text":
            return f'"{chance.choice(TEXTS)}"@en'
        things = self.things(kind)
        return f"r:{things[int(len(things) * chance.random() ** 2)]}"

    def _name(self, kind: str) -> tuple[str, str]:
        """Return a name in Latin letters, and in Korean ones."""
        chance = self._chance
        words = [
            chance.choices(SYLLABLES, k=chance.choice((2, 3)))
            for _ in range(2 if kind == "Person" else chance.choice((1, 2)))
        ]
        latin = " ".join("".join(one.rstrip(_HANGUL) for one in word).title() for word in words)
        hangul = " ".join("".join(one.lstrip(_LETTERS) for one in word) for word in words)
        if kind in ("Work", "Event"):
            latin = " ".join(chance.choices(WORDS, k=chance.choice((2, 3, 3, 4)))).title()
        return latin, hangul


def weights(names: list[str]) -> list[float]:
    """Return how many things there are of each class: few countries, and of most others the more the earlier they
    stand."""
    return [FEW.get(name, 1 / (at + 3)) for at, name in enumerate(names)]


_EACH = 11.15
"""Triples of a thing, about."""

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_HANGUL = "".join({letter for one in SYLLABLES for letter in one if letter not in _LETTERS})


def _labels(name: str) -> str:
    words = "".join(f" {one.lower()}" if one.isupper() else one for one in name).strip()
    others = ((GERMAN.get(name), "de"), (KOREAN.get(name), "ko"))
    return ", ".join([f'"{words}"@en', *(f'"{text}"@{language}' for text, language in others if text)])
