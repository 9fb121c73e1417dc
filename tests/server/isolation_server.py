"""A server for many: whatever is done by whichever key, in any order, nobody is told what isn't theirs."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from itertools import count
from typing import Any

import httpx2
from api_walk import operations
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from isolation_doors import QUESTION, Door, mem0_id, page_names
from isolation_keys import CHARACTERS, KEYS, reach, reaches, workspace_of
from isolation_requests import FOR_ALL, OF_ALL, asked, attempted

from isolation_support import ANNA, BORIS, NOBODY, PEOPLE, Ledger, Log, Place, Viewer, marks
from upstream_support import Upstream

ADMIN = "an-admin-key-that-nobody-guesses"

WORLDS = ("london", "guild")
_NUMBERS = count()

doors = st.sampled_from(sorted(KEYS))
workspaces = st.sampled_from(("a", "b"))
characters = st.sampled_from(CHARACTERS)
people = st.sampled_from(PEOPLE)
anybody = st.sampled_from((*PEOPLE, None))
hearers = st.lists(people, max_size=2, unique=True)
numbers = st.integers(0, 999)


def gossip(model: Upstream, body: dict[str, Any]) -> str:
    """Return the answer of a model that tells whatever it was shown."""
    words = " ".join(sorted(marks(json.dumps(body))))
    if "response_format" not in body:
        return f"They said: {words}"
    fact = {"subject": "somebody", "statement": words or "Nothing.", "relation": "other", "because": [1, 2]}
    told = f"They said: {words}"
    return json.dumps({"summary": told, "so_far": told, "importance": 9, "facts": [fact], "insights": []})


class ServedIsolation(RuleBasedStateMachine):
    """Two workspaces with the same names in both, keys of many kinds, and a ledger of who may see what."""

    url: str
    openapi: dict[str, Any]
    log: Log
    upstream: Upstream | None = None
    operations = 0
    views = 0
    words = 0
    shown = 0
    refused = 0

    def __init__(self) -> None:
        super().__init__()
        self.ledger = Ledger()
        self.boss: dict[str, Door] = {}
        self.doors: dict[str, Door] = {}
        self.sessions: dict[str, str] = {}
        self.said: list[tuple[Place, str, str]] = []
        self.responses: list[tuple[Place, str]] = []

    @initialize()
    def open(self) -> None:
        number = next(_NUMBERS)
        for letter in "ab":
            name = f"w{number}{letter}"
            with httpx2.Client(base_url=self.url, headers={"Authorization": f"Bearer {ADMIN}"}, timeout=60) as http:
                assert http.post("/v1/workspaces", json={"name": name}).status_code == 201
            boss = self.boss[letter] = Door(self.url, ADMIN, name)
            for character in CHARACTERS:
                self.define(letter, character)
                for person in PEOPLE:
                    self.observe(letter, character, person, [ANNA], "My sister {} lives in Leeds.")
            self.learn_lore(letter, WORLDS[0])
            for name, scope in KEYS.items():
                if (name == "elsewhere") == (letter == "b"):
                    made = boss.http.post("/v1/keys", json={"name": name, **scope})
                    assert made.status_code == 201, made.text
                    self.doors[name] = Door(self.url, made.json()["secret"])

    def teardown(self) -> None:
        for door in (*self.boss.values(), *self.doors.values()):
            door.close()
        kind = type(self)
        kind.views += self.ledger.views
        kind.words += len(self.ledger.places)
        kind.shown += self.ledger.shown

    # -- putting in

    def define(self, workspace: str, character: str, worlds: Sequence[str] | None = None) -> None:
        body = {} if worlds is None else {"worlds": list(worlds)}
        defined = self.boss[workspace].http.put(f"/v1/characters/{character}", json=body)
        assert defined.status_code == 200, defined.text
        self.ledger.worlds[workspace, character] = tuple(defined.json()["worlds"])

    def post(self, door: Door, path: str, **body: Any) -> httpx2.Response:
        type(self).operations += 1
        return door.http.post(path, json={name: value for name, value in body.items() if value is not None})

    @rule(
        workspace=workspaces,
        character=characters,
        person=anybody,
        audience=hearers,
        how=st.sampled_from(("My sister {} lives in Leeds.", "I live in {}, and I love it!", "My name is {}.")),
    )
    def observe(self, workspace: str, character: str, person: str | None, audience: list[str], how: str) -> None:
        place = Place(workspace, character, person)
        self.define(workspace, character)
        self.ledger.meet(place, audience)
        word, session, note = (self.ledger.put(place, audience) for _ in range(3))
        stored = self.post(
            self.boss[workspace],
            f"/v1/characters/{character}/observe",
            text=how.format(word.title()),
            person=person,
            heard_by=audience,
            session=session,
            scene={"place": note},
        )
        assert stored.status_code == 201, stored.text
        self.said.append((place, stored.json()["id"], word))

    @rule(
        key=doors,
        character=characters,
        person=people,
        how=st.sampled_from(("rest", "mcp", "mem0", "chat", "responses", "reply")),
    )
    def say(self, key: str, character: str, person: str, how: str) -> None:
        """Let a person say something by a key, over a protocol (`how`); if the key may not, check that nothing is
        stored."""
        place = Place(workspace_of(key), character, person)
        door, word = self.doors[key], self.ledger.put(Place(workspace_of(key), character, person))
        text = f"My sister {word.title()} loves the sea."
        base = f"/v1/characters/{character}"
        type(self).operations += 1
        send: dict[str, Callable[[], httpx2.Response]] = {
            "rest": lambda: self.post(door, f"{base}/observe", text=text, person=person),
            "reply": lambda: self.post(door, f"{base}/reply", text=text, person=person),
            "mcp": lambda: door.tool("remember", text=text, character=character, person=person),
            "mem0": lambda: self.post(
                door,
                "/mem0/v3/memories/add/",
                messages=[{"role": "user", "content": text}],
                user_id=person,
                agent_id=character,
            ),
            "chat": lambda: door.talk(character, person, text),
            "responses": lambda: door.respond(character, person, text),
        }
        answer = send[how]()
        scope = KEYS[key]
        needs = {"write"} if how in ("rest", "mcp") else {"read", "write"}
        there = character in [one["id"] for one in self.boss[place.keep].http.get("/v1/characters").json()]
        allowed = reaches(key, character, person) and needs <= set(scope["rights"])
        if how == "mem0" and "write" in scope["rights"] and reaches(key, character, person):
            allowed = True  # it answers with what it stored
        if not allowed or not there:
            self.ledger.places[word] = set()
            if not allowed:
                assert answer.status_code >= 400 or 'isError":true' in answer.text, (
                    f"{how} by {key}: {answer.text:.300}"
                )
                told = answer.text.replace(word, "").replace(word.title(), "").replace(person, "")
                self.told(f"{how} refused to {key}", told, *reach(key))
                return
        if answer.status_code >= 300:
            return
        self.ledger.places[word].add(place)  # mem0 makes a character that isn't there, if the key may
        self.define(place.keep, character)
        self.ledger.meet(place)
        self.told(f"{how} by {key}", answer.text, Viewer(*place))
        self.ledger.say(answer.text, place)
        if how == "responses":
            self.responses.append((place, answer.json()["id"]))

    @rule(
        workspace=workspaces,
        character=characters,
        what=st.sampled_from(("learn", "know", "stage", "introduce", "define")),
    )
    def tell(self, workspace: str, character: str, what: str) -> None:
        self.define(workspace, character)
        place, door, base = Place(workspace, character, None), self.boss[workspace], f"/v1/characters/{character}"
        type(self).operations += 1
        if what == "introduce":
            facing = place._replace(person=BORIS)
            answer = self.post(door, f"{base}/introduce", person=BORIS, name=self.ledger.call(facing).title())
        elif what == "learn":
            text = f"The secret of my sister is {self.ledger.put(place)}."
            answer = self.post(door, f"{base}/learn", text=text, source=self.ledger.put(place))
        elif what == "know":
            label = "<http://www.w3.org/2000/01/rdf-schema#label>"
            data = f'<http://example.org/x> {label} "{self.ledger.put(place)}"@en .'
            answer = door.http.post(f"{base}/know", params={"source": "people"}, content=data.encode())
        elif what == "stage":
            word = self.ledger.put(place)
            story = f"story: visit\nevents:\n  - id: hello\n    title: how {word} came\n    open: Welcome, {word}.\n"
            answer = door.http.put(f"{base}/stories", content=story.encode())
        else:
            answer = door.http.put(base, json={"description": f"Knows {self.ledger.put(place)}."})
        assert answer.status_code < 300, answer.text

    @rule(workspace=workspaces, world=st.sampled_from(WORLDS))
    def learn_lore(self, workspace: str, world: str) -> None:
        place = Place(workspace, f"world:{world}", None)
        text = f"The secret of the world is {self.ledger.put(place)}."
        learnt = self.post(self.boss[workspace], f"/v1/worlds/{world}/learn", text=text, source=self.ledger.put(place))
        assert learnt.status_code == 201

    @rule(workspace=workspaces, character=characters, worlds=st.lists(st.sampled_from(WORLDS), max_size=2, unique=True))
    def read_worlds(self, workspace: str, character: str, worlds: list[str]) -> None:
        type(self).operations += 1
        self.define(workspace, character, worlds)

    # -- changing, moving and erasing

    @rule(number=numbers, what=st.sampled_from(("amend", "forget", "restore", "pin", "delete")))
    def change(self, number: int, what: str) -> None:
        place, id, word = one = self.said[number % len(self.said)]
        door, path = self.boss[place.keep], f"/v1/characters/{place.owner}/memories/{id}"
        facing = {} if place.person is None else {"person": place.person}
        type(self).operations += 1
        if what == "amend":
            new = self.ledger.instead(word)
            self.said.append((place, id, new))
            door.http.patch(path, params=facing, json={"text": f"My sister {new} lives in York."})
        elif what == "delete":
            if door.http.delete(path, params=facing).status_code == 200:
                self.ledger.delete(word, place)
                self.said = [other for other in self.said if other is not one]
        else:
            door.http.post(f"{path}/{what}", params=facing)

    @rule(workspace=workspaces)
    def settle(self, workspace: str) -> None:
        self.post(self.boss[workspace], "/v1/settle", over=True)

    @rule(workspace=workspaces, character=characters, person=people)
    def carry(self, workspace: str, character: str, person: str) -> None:
        type(self).operations += 1
        other = "ab".replace(workspace, "")
        self.define(workspace, character)
        self.define(other, character)
        rows = self.boss[workspace].http.get("/v1/export", params={"character": character, "person": person})
        taken = self.boss[other].http.post("/v1/import/rows", content=rows.content)
        if taken.status_code == 201:
            self.ledger.carry([Place(workspace, character, person)], other)

    @rule(
        key=st.sampled_from(("boss", "holmes", "anna of holmes", "boris and clara")),
        workspace=workspaces,
        character=characters,
        person=people,
    )
    def erase_person(self, key: str, workspace: str, character: str, person: str) -> None:
        type(self).operations += 1
        allowed = key == "boss" or reaches(key, character, person)
        workspace = workspace if key == "boss" else "a"
        door = self.boss[workspace] if key == "boss" else self.doors[key]
        gone = door.http.delete(f"/v1/people/{person}", params={"character": character})
        if allowed and gone.status_code != 404:
            assert gone.json()["remaining"] == 0
            self.ledger.erase(Place(workspace, character, person))
        elif not allowed:
            assert gone.status_code == 403

    @rule(workspace=workspaces, character=characters, world=st.sampled_from((*WORLDS, None)))
    def erase(self, workspace: str, character: str, world: str | None) -> None:
        type(self).operations += 1
        door = self.boss[workspace].http
        if world is None:
            door.delete(f"/v1/characters/{character}")
            self.ledger.erase_owner(workspace, character)
            self.ledger.worlds.pop((workspace, character), None)
            return
        door.delete(f"/v1/worlds/{world}")
        self.ledger.erase_owner(workspace, f"world:{world}")
        for (where, who), worlds in self.ledger.worlds.items():
            if where == workspace:
                self.ledger.worlds[where, who] = tuple(one for one in worlds if one != world)

    # -- looking

    @rule(key=doors)
    def look_around(self, key: str) -> None:
        """Check what a key is told without naming anybody."""
        for name, answer in self.doors[key].lists():
            exported = name == "/v1/export" and KEYS[key].get("characters") is None and "people" not in KEYS[key]
            if not exported and not (name in ("/v1/worlds", "/v1/keys") and answer.status_code == 200):
                self.told(f"{name} to {key}", answer.text, *reach(key))

    @rule(key=doors, character=characters, person=anybody, number=numbers, by=st.sampled_from(("rest", "mcp", "mem0")))
    def look(self, key: str, character: str, person: str | None, number: int, by: str) -> None:
        """Check everything that a key may ask about a character and somebody, or that it is told nothing."""
        viewer = Viewer(workspace_of(key), character, person)
        may = viewer in reach(key)
        for name, answer in asked(self.doors[key], self.openapi, character, person, self._id(number), by):
            if not may and answer.status_code < 300 and by == "rest":
                assert name in OF_ALL, f"{name} is told to {key}: {answer.text:.300}"
            viewers = self._told_of(name, key, viewer) if may else reach(key)
            told = answer.text if may or person is None else answer.text.replace(person, "")
            self.told(f"{name} to {key}", told, *viewers, exported="export" in name)

    @rule(key=doors, character=characters, person=people, audience=hearers)
    def look_in_company(self, key: str, character: str, person: str, audience: list[str]) -> None:
        viewer = Viewer(workspace_of(key), character, person, tuple(one for one in audience if one != person))
        may = all(reaches(key, character, one) for one in (person, *audience)) and "read" in KEYS[key]["rights"]
        body: dict[str, Any] = {"person": person, "heard_by": audience}
        base, shown = f"/v1/characters/{character}", {"recall": "hits", "context": "messages", "reply": "text"}
        for path, text, more in (
            ("recall", "question", {"k": 50}),
            ("context", "text", {}),
            ("narrate", "question", {}),
            ("reply", "text", {"remember": False}),
        ):
            answer = self.doors[key].http.post(f"{base}/{path}", json={**body, text: QUESTION, **more})
            assert may or answer.status_code >= 400, f"{path} in company, to {key}"
            told = answer.text
            if path in shown and answer.status_code == 200:  # what was held back as private is named beside it
                told = json.dumps(answer.json()[shown[path]])
            self.told(f"{path} in company, to {key}", told, viewer)

    @rule(key=doors, character=characters, person=anybody, page=st.sampled_from(page_names()), most=st.integers(0, 40))
    def look_at_a_page(self, key: str, character: str, person: str | None, page: str, most: int) -> None:
        door = self.doors[key]
        if key not in self.sessions:
            self.sessions[key] = door.sign_in()
        session = self.sessions[key]
        shown = door.page(page, session, character=character, person=person or "")
        viewer = Viewer(workspace_of(key), character, person)
        may = viewer in reach(key)
        assert may or shown.status_code >= 400, f"{page} to {key}"
        whoever = [viewer, *reach(key)]  # the frame names all whom the key reaches
        self.told(f"{page} to {key}", shown.text, *(whoever if may else ()))
        if may and "write" not in KEYS[key]["rights"]:
            self.told(f"{page} acted on by {key}", door.act(shown.text, session, most), *whoever)

    # -- trespassing

    @rule(
        key=doors,
        character=characters,
        person=people,
        number=numbers,
        by=st.sampled_from(("rest", "mcp", "mem0", "openai")),
    )
    def trespass(self, key: str, character: str, person: str, number: int, by: str) -> None:
        """Check that whatever a key asks, over a protocol (`by`), of those whom it doesn't reach, it is told the same
        as of those who don't exist, and changes nothing."""
        if reaches(key, character, person):
            return
        type(self).operations += 1
        workspace = workspace_of(key)
        before = self._everything(workspace)
        for (name, foreign), (_, missing) in zip(
            attempted(self.doors[key], self.openapi, character, person, self._id(number), by),
            attempted(self.doors[key], self.openapi, character, NOBODY, self._id(number), by),
            strict=True,
        ):
            nobody = NOBODY
            if not reaches(key, character, None):
                missing, nobody = foreign, person  # the key learns nothing about the character
            if name in FOR_ALL | OF_ALL:
                continue
            type(self).refused += 1
            told = [one.text.replace(who, "WHO") for one, who in ((foreign, person), (missing, nobody))]
            assert foreign.status_code == missing.status_code, f"{name} to {key}: {told}"
            assert (
                foreign.status_code >= 400 or 'isError":true' in foreign.text or "error" in foreign.text or by == "mem0"
            ), f"{name} to {key}: {told[0]:.300}"
            assert by == "mem0" or told[0] == told[1], f"{name} tells {key} apart who is there: {told}"
            self.told(f"{name} trespassing by {key}", foreign.text.replace(person, ""), *reach(key))
        assert self._everything(workspace) == before, f"{key} changed what isn't theirs by {by}"

    @rule(key=doors, number=numbers)
    def use_a_foreign_id(self, key: str, number: int) -> None:
        """Check that by the id of another's memory, a key gets what it gets by an id that doesn't exist."""
        place, id, _ = self.said[number % len(self.said)]
        character, person = place.owner, next((one for one in KEYS[key].get("people", ()) if one != place.person), None)
        if place.person is None or person is None or not reaches(key, character, person):
            return
        door, facing = self.doors[key], f"/v1/characters/{character}/memories"
        if door.http.get(f"{facing}/{id}", params={"person": person}).status_code == 200:
            return
        type(self).operations += 1
        for operation, other in zip(
            operations(self.openapi, character=character, person=person, memory=id),
            operations(self.openapi, character=character, person=person, memory=NOBODY),
            strict=True,
        ):
            if "/memories/" not in operation.path or "worlds" in operation.path:
                continue
            foreign, missing = operation.send(door.http), other.send(door.http)
            told = foreign.status_code, foreign.text.replace(id, "ID")
            assert told == (missing.status_code, missing.text.replace(NOBODY, "ID")), operation.name
        for there in {person, *(() if reaches(key, character, place.person) else (place.person,))}:
            for path in ("", "history/"):
                answers = [
                    door.http.get(f"/mem0/v1/memories/{mem0_id(character, whose, one)}/{path}")
                    for whose, one in ((there, id), (there, NOBODY))
                ]
                assert answers[0].status_code == answers[1].status_code, path
                self.told(f"mem0 by {key}", answers[0].text)

    @rule(key=doors, character=characters, number=numbers)
    def forge(self, key: str, character: str, number: int) -> None:
        """Check that what a key sends as a recall of its own is told again, and that nothing is added of those whom it
        names."""
        place, _, _ = self.said[number % len(self.said)]
        recalled = self.post(
            self.boss[place.keep], f"/v1/characters/{place.owner}/recall", question=QUESTION, person=place.person
        )
        if recalled.status_code != 200:
            return
        own = next(one for one in (*KEYS[key].get("people", ()), None))
        blank = [{**hit, "memory": {**hit["memory"], "text": "Hm."}} for hit in recalled.json()["hits"]]
        forged = {**recalled.json(), "hits": blank, "held_back": []}
        sent = marks(json.dumps(forged))
        asked = {"recall": forged, **({} if own is None else {"person": own})}
        answer = self.doors[key].http.post(f"/v1/characters/{character}/narrate", json=asked)
        told = marks(answer.text) - sent
        leaked = {word for word in told if not any(self.ledger.may(word, one) for one in reach(key))}
        assert not leaked, f"a forged recall tells {key} {leaked}"

    @rule(key=doors, number=numbers)
    def go_on_from_another(self, key: str, number: int) -> None:
        """Check that nobody continues from a response that another was given."""
        if not self.responses:
            return
        place, id = self.responses[number % len(self.responses)]
        scope = KEYS[key]
        person = next((one for one in scope.get("people", PEOPLE) if one != place.person), None)
        if person is None or not {"read", "write"} <= set(scope["rights"]):
            return
        answer = self.doors[key].respond(place.owner, person, "Go on!", previous_response_id=id)
        viewer = Viewer(workspace_of(key), place.owner, person)
        self.told(f"a response after another's, to {key}", answer.text, viewer)
        if answer.status_code == 200:
            own = viewer._replace(audience=())
            self.ledger.meet(Place(*own[:3]))
            self.ledger.say(answer.text, Place(*own[:3]))

    @invariant()
    def logs_and_figures_tell_nothing(self) -> None:
        if not self.boss:
            return
        self.log.require_silent()
        figures = self.boss["a"].http.get("/metrics").text
        assert figures.startswith("# HELP")
        assert not marks(figures), figures
        self._sent_on()

    # -- judging

    def told(self, name: str, text: str, *viewers: Viewer, exported: bool = False) -> None:
        """Assert that a text tells nothing that none of the viewers may see."""
        leaked = self.ledger.leaks(text, *viewers, exported=exported)
        assert not leaked, f"{name}: {[(w, self.ledger.origin.get(w), self.ledger.places.get(w)) for w in leaked]}"

    def _id(self, number: int) -> str:
        return self.said[number % len(self.said)][1]

    def _told_of(self, name: str, key: str, viewer: Viewer) -> list[Viewer]:
        """Return the viewers as whom a key is told something that it asked of a character and somebody: some routes
        name less."""
        whole = name in OF_ALL or name == f"mcp {viewer.character}"
        if whole or (viewer.person is None and name.startswith(("mem0", "mcp get_person"))):
            return reach(key)
        if name.startswith("export"):
            return [one for one in reach(key) if one.person == viewer.person]
        return [viewer]

    def _sent_on(self) -> None:
        """Assert that each request to the model holds what one of all may see."""
        if self.upstream is None:
            return
        requests, self.upstream.requests = self.upstream.requests, []
        every = [Viewer(w, c, p) for w in "ab" for c in CHARACTERS for p in (*PEOPLE, None)]
        for body in requests:
            text = json.dumps(body)
            leaks = [self.ledger.leaks(text, one) for one in every]
            assert not all(leaks), f"a prompt tells {min(leaks, key=len)}: {text}"

    def _everything(self, workspace: str) -> list[str]:
        return self.boss[workspace].http.get("/v1/export").text.splitlines()[1:]
