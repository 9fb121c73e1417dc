// The SillyTavern extension's plain logic: what follows from a chat, and what waits for the server.
import assert from "node:assert/strict";
import test from "node:test";

import {
  asked, digest, follow, idFor, isLost, isSaid, knownOf, MARK, newlySaid, notInView, said, slim, timeOf, told, unremembered,
} from "../../integrations/sillytavern/logic.js";
import { added, Outbox, outcome, together } from "../../integrations/sillytavern/outbox.js";

const user = (mes, more = {}) => ({ is_user: true, name: "Anna", mes, send_date: "2026-05-08T18:30:00.000Z", ...more });
const holmes = (mes, more = {}) => ({ ...user(mes), is_user: false, name: "Sherlock Holmes", ...more });

/** A chat that is followed as SillyTavern's events would have it. */
function followed(chat, known = { chat: "c1", said: {} }, characters = ["holmes"]) {
  let count = 0;
  const hearers = () => ({ person: "anna", characters });
  const id = () => `m${++count}`;
  const look = (about = {}) => follow(chat, known, { hearers, id, ...about });
  const tell = (...places) => look({ fresh: newlySaid(chat, places) });
  return { chat, known, look, tell };
}

test("turns are observed when they are said, with who said them, when, and where", () => {
  const { chat, tell, look } = followed([user("Hello")]);
  const [change] = tell(0);
  assert.equal(change.what, "observe");
  assert.deepEqual([change.character, change.person], ["holmes", "anna"]);
  assert.deepEqual([change.turn.id, change.turn.text, change.turn.session], ["m1", "Hello", "c1"]);
  assert.equal(change.turn.speaker, undefined);
  assert.equal(new Date(change.turn.time).toISOString(), "2026-05-08T18:30:00.000Z");
  assert.match(change.turn.time, /[+-]\d\d:\d\d$/);
  chat.push(holmes("Good day."));
  assert.equal(tell(1)[0].turn.speaker, "Sherlock Holmes");
  assert.deepEqual(tell(1), []); // told again
  assert.deepEqual(look({ deleting: true }), []);
});

test("the greeting is told with the first words that answer it, and no other message before the extension is", () => {
  const { chat, tell } = followed([holmes("Come in!"), user("Hello")]);
  assert.deepEqual(tell(1).map((one) => one.turn.text), ["Come in!", "Hello"]);
  assert.equal(unremembered(chat), 0);
  const old = followed([holmes("Come in!"), user("Hello"), holmes("Sit down."), user("Thanks")]);
  assert.deepEqual(old.tell(3).map((one) => one.turn.text), ["Thanks"]);
  assert.equal(unremembered(old.chat), 3);
  assert.deepEqual(old.look({ fresh: new Set([0, 1, 2, 3]) }).length, 3);
});

test("an edit, a swipe and a continuation amend the turn; a deletion deletes it", () => {
  const { chat, known, tell, look } = followed([user("I have a cat."), holmes("Oh.", { swipe_id: 0, swipes: ["Oh."] })]);
  tell(0), tell(1);
  chat[0].mes = "I have two cats.";
  assert.deepEqual(look(), [{ what: "amend", character: "holmes", person: "anna", id: "m1", text: "I have two cats." }]);
  Object.assign(chat[1], { swipe_id: 1 }); // the swipe's answer isn't there yet
  assert.deepEqual(look({ deleting: true }), []);
  Object.assign(chat[1], { mes: "Ah.", swipes: ["Oh.", "Ah."] });
  assert.deepEqual(look({ writing: 1 }), []);
  assert.deepEqual(look().map((one) => [one.what, one.id, one.text]), [["amend", "m2", "Ah."]]);
  chat.splice(0, 1);
  assert.deepEqual(look(), []); // not every look is one for deletions
  assert.deepEqual(look({ deleting: true }).map((one) => [one.what, one.id]), [["delete", "m1"]]);
  assert.deepEqual(Object.keys(known.said), ["m2"]);
  chat[0].mes = " ";
  assert.deepEqual(look().map((one) => [one.what, one.id]), [["delete", "m2"]]);
});

test("what is deleted and said anew is another turn", () => {
  const { chat, tell, look } = followed([user("Hello"), holmes("One")]);
  tell(0), tell(1);
  chat.pop();
  assert.deepEqual(look({ deleting: true }).map((one) => one.id), ["m2"]);
  chat.push(holmes("Two"));
  assert.equal(tell(1)[0].turn.id, "m3");
});

test("in a group, every member hears every turn, and each is corrected", () => {
  const { chat, tell, look } = followed([user("Hello"), holmes("Good day.")], undefined, ["holmes", "watson"]);
  assert.deepEqual(tell(0).map((one) => one.character), ["holmes", "watson"]);
  assert.deepEqual(tell(1).map((one) => [one.character, one.turn.speaker]), [
    ["holmes", "Sherlock Holmes"],
    ["watson", "Sherlock Holmes"],
  ]);
  chat[0].mes = "Hello, both!";
  assert.deepEqual(look().map((one) => [one.what, one.character]), [["amend", "holmes"], ["amend", "watson"]]);
});

test("a branch shares the turns of its chat, and changes none of them", () => {
  const trunk = followed([user("I have a cat."), holmes("Oh.")]);
  trunk.tell(0), trunk.tell(1);
  const branch = followed(structuredClone(trunk.chat), { chat: "c2", said: {} });
  assert.deepEqual(branch.look({ deleting: true }), []);
  branch.chat[1].mes = "Ah.";
  const [change] = branch.look();
  assert.deepEqual([change.what, change.turn.text, change.turn.session], ["observe", "Ah.", "c2"]);
  branch.chat.splice(0, 1);
  assert.deepEqual(branch.look({ deleting: true }), []);
  branch.chat.splice(0, 1);
  assert.deepEqual(branch.look({ deleting: true }).map((one) => one.what), ["delete"]);
});

test("a branch inherits its chat's metadata, and is another chat all the same", () => {
  let count = 0;
  const id = () => `c${++count}`;
  const trunk = { integrity: "a" };
  assert.equal(knownOf(trunk, id).chat, "c1");
  trunk[MARK].said.m1 = { person: "anna", characters: ["holmes"] };
  assert.equal(knownOf(trunk, id).chat, "c1");
  const branch = { ...structuredClone(trunk), integrity: "b", main_chat: "trunk" };
  assert.deepEqual([knownOf(branch, id).chat, knownOf(branch, id).said], ["c2", {}]);
  const older = { ...structuredClone(trunk), main_chat: "trunk" };
  assert.equal(knownOf(older, id).chat, "c3");
  const late = {};
  assert.equal(knownOf(late, id).chat, "c4");
  assert.equal(knownOf(Object.assign(late, { integrity: "d" }), id).chat, "c4");
});

test("what SillyTavern says itself is no turn, and hiding a message forgets nothing", () => {
  const { chat, tell, look } = followed([user("Hello"), { name: "System", is_system: true, mes: "Welcome" }, user("")]);
  assert.deepEqual(tell(0, 1, 2).map((one) => one.turn.text), ["Hello"]);
  assert.deepEqual(chat.map(isSaid), [true, false, false]);
  chat[0].is_system = true;
  assert.deepEqual(look({ deleting: true }), []);
});

test("a chat that wasn't read isn't taken for an emptied one", () => {
  const { known, tell } = followed([user("Hello")]);
  tell(0);
  assert.equal(isLost([holmes("Come in!")], known), true);
  assert.equal(isLost([{ ...user("Hello"), [MARK]: { id: "m1" } }], known), false);
  assert.equal(isLost([], { said: {} }), false);
});

test("thoughts are no part of what is said", () => {
  assert.equal(said({ mes: "<think>Hm.\nHm.</think>\nYes." }), "Yes.");
  assert.equal(said({ mes: '<details type="reasoning">Hm</details>Yes\0.' }), "Yes.");
  assert.equal(said({}), "");
  assert.notEqual(digest("Yes."), digest("No."));
});

test("a time is told where a message has one", () => {
  assert.equal(timeOf({}), null);
  assert.equal(timeOf({ send_date: "April 1, 2023 2:00pm" }), null);
  assert.equal(new Date(timeOf({ send_date: 1_700_000_000_000 })).getTime(), 1_700_000_000_000);
});

test("two of one name are two", () => {
  const ids = {};
  assert.equal(idFor("Alice", "alice.png", ids), "Alice");
  assert.equal(idFor("Alice", "alice1.png", ids), "Alice 2");
  assert.equal(idFor("Alicia", "alice.png", ids), "Alice"); // renamed
  assert.equal(idFor("  ", "x.png", ids), "nobody");
});

test("the last words of others are the question, those before them the talk", () => {
  const chat = [holmes("Come in!"), user("I have a cat."), holmes("Oh."), user("What is she called?"), holmes("She is")];
  const { question, history } = asked(chat, "Sherlock Holmes");
  assert.equal(question, "What is she called?");
  assert.deepEqual(history.at(-1), { text: "Oh.", speaker: "Sherlock Holmes" });
  assert.deepEqual(history.at(-2), { text: "I have a cat." });
  assert.equal(asked([holmes("Come in!")], "Sherlock Holmes"), null);
  assert.equal(asked([holmes("Come in!")], "Watson").question, "Come in!"); // in a group
  const group = [user("Where does she live?"), holmes("In Bath, I think.")];
  assert.equal(asked(group, "Watson").question, "Where does she live?");
  const watson = { name: "Watson", mes: "Quite so.", is_user: false };
  assert.equal(asked([...group, watson, holmes("And you, Watson?")], "Watson").question, "And you, Watson?");
});

test("what the chat shows doesn't come to mind again", () => {
  const hit = (id, text, turns = [id], kind = "turn") => ({ memory: { id, text, turns, kind } });
  const chat = [{ ...user("Hello"), [MARK]: { id: "m1" } }, user("I love rain.")];
  const hits = [
    hit("m1", "Hello"), hit("f1", "Anna says hello.", ["m1"], "fact"), hit("o", "I love rain."), hit("m7", "I love snow."),
    hit("m8", "I love snow."), hit("f2", "Anna loves weather.", ["m1", "m7"], "fact"), hit("p", "Lore.", [], "passage"),
  ];
  assert.deepEqual(notInView(hits, chat, 9).map((one) => one.memory.id), ["m7", "f2", "p"]);
  assert.equal(notInView(hits, chat, 1).length, 1);
});

test("memories are told with who said them and when", () => {
  const memory = { kind: "turn", speaker: "Anna", time: "2026-05-08T12:00:00Z", text: "I adopted\na cat." };
  const hits = [
    { memory, outdated: [] },
    { memory: { ...memory, kind: "fact", time: null, text: "Anna has $& cats." }, outdated: [{}] },
    { memory: { ...memory, text: "x".repeat(2000) } },
  ];
  const text = told(hits, "Remember:\n{{memories}}\nThat is all.", { locale: "en-GB" });
  assert.match(text, /^Remember:\n- 8 May 2026, Anna: “I adopted a cat.”\n- Anna has \$& cats. \(no longer so\)\n- /);
  assert.ok(text.length < 900);
  assert.equal(told([], "Remember: {{memories}}"), "");
  assert.match(told(hits, "Remember:", {}), /^Remember:\n- /);
});

test("the panel keeps what counted", () => {
  const kept = slim({ score: 1, parts: { meaning: 0.4, again: -0.001 }, memory: { id: "m", text: "x", turns: ["m"] } });
  assert.deepEqual(kept.parts, { meaning: 0.4 });
  assert.equal(kept.turns, undefined);
});

// -- what waits for the server

const observe = (id, text = id, more = {}) => ({ what: "observe", character: "h", person: "a", turn: { id, text }, ...more });
const amend = (id, text) => ({ what: "amend", character: "h", person: "a", id, text });
const remove = (id) => ({ what: "delete", character: "h", person: "a", id });
const all = (...changes) => changes.reduce(added, []);

test("what was never sent is corrected before it is", () => {
  assert.deepEqual(all(observe("1"), amend("1", "b")), [observe("1", "b")]);
  assert.deepEqual(all(observe("1"), observe("2"), remove("1")), [observe("2")]);
  assert.deepEqual(all(amend("1", "b"), amend("1", "c")), [amend("1", "c")]);
  assert.deepEqual(all(amend("1", "b"), remove("1")), [remove("1")]);
  const tried = observe("1", "a", { tried: true });
  assert.deepEqual(all(tried, amend("1", "b")), [tried, amend("1", "b")]);
  assert.deepEqual(all(tried, amend("1", "b"), remove("1")), [tried, remove("1")]);
  const other = { ...observe("1"), character: "w" };
  assert.deepEqual(all(other, remove("1")), [other, remove("1")]);
});

test("turns of one talk are sent together", () => {
  assert.equal(together([]), 0);
  assert.equal(together([amend("1", "b"), amend("2", "b")]), 1);
  assert.equal(together([observe("1"), observe("2"), remove("1"), observe("3")]), 2);
  assert.equal(together([observe("1"), { ...observe("2"), person: "b" }]), 1);
  assert.equal(together(Array.from({ length: 80 }, (_, at) => observe(`${at}`))), 50);
});

test("errors are told apart", () => {
  const error = (kind, status, retryable = false) => ({ kind, status, retryable });
  assert.equal(outcome(error("unavailable", 0, true), observe("1")), "again");
  assert.equal(outcome(error("store-busy", 503, true), observe("1")), "again");
  assert.equal(outcome(error("internal-error", 500), observe("1")), "again");
  assert.equal(outcome(error("unauthenticated", 401), observe("1")), "stop");
  assert.equal(outcome(error("forbidden", 403), observe("1")), "stop");
  assert.equal(outcome(error("unknown-memory", 404), remove("1")), "done");
  assert.equal(outcome(error("unknown-memory", 404), amend("1", "b")), "done");
  assert.equal(outcome(error("id-conflict", 409), observe("1")), "done");
  assert.equal(outcome(error("bad-text", 422), observe("1")), "refused");
});

/** A storage as browsers have it. */
function storage() {
  const held = new Map();
  return {
    getItem: (key) => held.get(key) ?? null,
    setItem: (key, value) => void held.set(key, String(value)),
    removeItem: (key) => void held.delete(key),
  };
}

/** A box whose server fails with what is set. */
function box(held = storage()) {
  const server = { sent: [], error: null, errors: [] };
  const send = async (changes) => {
    await Promise.resolve();
    const error = typeof server.error === "function" ? server.error(changes) : server.error;
    if (error) throw Object.assign(new Error("No."), error);
    server.sent.push(changes.map((one) => `${one.what} ${one.turn?.id ?? one.id}`));
  };
  return [new Outbox(held, send, (error) => server.errors.push(error)), server];
}

test("changes are sent in their order, and kept while the server is away, even if the page is closed", async () => {
  const held = storage();
  const [outbox, server] = box(held);
  server.error = { kind: "unavailable", retryable: true, status: 0 };
  outbox.add([observe("1"), observe("2")]);
  assert.equal(await outbox.flush(), false);
  assert.equal(server.errors.at(-1).message, "No.");
  outbox.add([amend("1", "b"), observe("3")]);
  await outbox.flush();
  assert.equal(outbox.waiting.length, 4);
  const [again, back] = box(held);
  assert.equal(await again.flush(), true);
  assert.deepEqual(back.sent, [["observe 1", "observe 2"], ["amend 1"], ["observe 3"]]);
  assert.deepEqual(again.waiting, []);
});

test("one change that is refused holds up no other, and is kept to be looked at", async () => {
  const [outbox, server] = box();
  server.error = (changes) => (changes.some((one) => one.turn?.id === "2") ? { kind: "bad-text", status: 422 } : null);
  outbox.add([observe("1"), observe("2"), observe("3")]);
  assert.equal(await outbox.flush(), true);
  assert.deepEqual(server.sent, [["observe 1"], ["observe 3"]]);
  assert.deepEqual(outbox.refused.map((one) => [one.change.turn.id, one.reason]), [["2", "No."]]);
  server.error = null;
  outbox.retry();
  assert.equal(await outbox.flush(), true);
  assert.deepEqual(server.sent.at(-1), ["observe 2"]);
  assert.deepEqual(outbox.refused, []);
});

test("a wrong key stops it until somebody has set another", async () => {
  const [outbox, server] = box();
  server.error = { kind: "unauthenticated", status: 401 };
  outbox.add([observe("1")]);
  assert.equal(await outbox.flush(), false);
  server.error = null;
  assert.equal(await outbox.flush(), true);
});

test("what comes while it is sent is sent, too", async () => {
  const [outbox, server] = box();
  outbox.add([observe("1")]);
  outbox.add([observe("2")]);
  assert.equal(await outbox.flush(), true);
  assert.deepEqual(server.sent.flat(), ["observe 1", "observe 2"]);
});
