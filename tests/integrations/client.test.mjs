// The TypeScript client against a real server (its URL in SOULKEEP_URL), and against a stand-in that misbehaves.
import assert from "node:assert/strict";
import { createServer } from "node:http";
import test from "node:test";

import { connect, SoulkeepError } from "../../integrations/typescript/dist/index.js";

const keep = connect(process.env.SOULKEEP_URL);
const person = "anna";

/** Return an error thrown by the client. */
async function refused(promise) {
  const error = await promise.then(() => undefined, (error) => error);
  assert.ok(error instanceof SoulkeepError, `${error}`);
  return error;
}

/** Run a stand-in for a server, and ask something of it. */
async function asking(answer, ask) {
  const requests = [];
  const server = createServer((request, response) => {
    requests.push(request.headers);
    answer(requests.length, response, request);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await ask(`http://127.0.0.1:${server.address().port}`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  return requests;
}

function busy(response, status, wait) {
  const type = `urn:soulkeep:problem:${status === 429 ? "too-many" : "store-busy"}`;
  response.writeHead(status, { "content-type": "application/problem+json", "retry-after": wait });
  response.end(JSON.stringify({ type, status, title: "", detail: "Not now.", hint: "Wait.", retryable: true }));
}

function observed(response) {
  response.writeHead(201, { "content-type": "application/json" });
  response.end(JSON.stringify({ id: "m", new: true }));
}

const profile = { id: "holmes", name: "Sherlock Holmes" };

/** Return the character at a stand-in for a server, which answers as it likes. */
async function at(url, options) {
  const fetching = async (address, init) =>
    init.method === "GET" ? new Response(JSON.stringify(profile)) : fetch(address, init);
  return connect(url, { ...options, fetch: fetching }).character("holmes");
}

test("what was observed is recalled, told, and cited", async () => {
  const holmes = await keep.character("holmes", { name: "Sherlock Holmes", description: "A consulting detective." });
  const stored = await holmes.observe("I adopted a cat called Miso.", { person, time: new Date(), session: "s1" });
  assert.equal(stored.new, true);
  const { hits } = await holmes.recall("What is my cat called?", { person, k: 3 });
  assert.equal(hits[0].memory.text, "I adopted a cat called Miso.");
  assert.ok(Math.abs(Object.values(hits[0].parts).reduce((sum, part) => sum + part, 0) - hits[0].score) < 1e-5);
  const reply = await holmes.reply("What is my cat called?", { person, remember: false });
  assert.match(reply.text, /Miso/);
  assert.equal(reply.references[0].memory.id, stored.id);
  assert.deepEqual(await keep.people("holmes"), [person]);
  assert.deepEqual((await keep.characters()).map((one) => one.name), ["Sherlock Holmes"]);
});

test("a reply comes piece by piece, and whole in the end", async () => {
  const holmes = await keep.character("holmes");
  const stream = holmes.stream("What is my cat called?", { person, remember: false });
  assert.throws(() => stream.reply, SoulkeepError);
  let text = "";
  for await (const piece of stream) text += piece;
  assert.equal(stream.reply.text, text);
  for await (const piece of holmes.stream("What is my cat called?", { person, remember: false })) {
    assert.ok(piece);
    break; // whoever leaves early ends the request
  }
  const left = holmes.stream("What is my cat called?", { person, remember: false });
  const early = () => left.reply;
  assert.throws(early, (error) => error.kind === "not-sent" && /to its end/.test(error.hint));
  for await (const piece of left) {
    assert.ok(piece);
    break;
  }
  assert.throws(early, (error) => error.kind === "broken-off" && /before its end/.test(error.message));
  assert.equal((await refused(readAll(holmes.stream("Hello", { recipe: "none" })))).status, 422);
});

async function readAll(pieces) {
  const all = [];
  for await (const one of pieces) all.push(one);
  return all;
}

test("memories are listed, amended, pinned, forgotten, deleted", async () => {
  const holmes = await keep.character("holmes");
  const said = ["One a day.", "Two a day. / ü % ?", "Three\u2028a day."];
  const stored = await holmes.observeMany(said.map((text) => ({ text, id: text })), { person: "b/ü?" });
  assert.equal(stored.length, 3);
  const facing = { person: "b/ü?" };
  assert.deepEqual((await readAll(holmes.memories({ ...facing, kinds: ["turn"] }))).map((one) => one.text), said);
  assert.equal((await readAll(holmes.memories({ ...facing, kinds: ["turn"], newest: true, limit: 2 }))).length, 2);
  const id = said[1];
  assert.equal((await holmes.amend(id, "Two a week.", facing)).text, "Two a week.");
  assert.equal((await holmes.memory(id, facing)).text, "Two a week.");
  assert.equal((await holmes.pin(id, facing)).pinned, true);
  assert.equal((await holmes.unpin(id, facing)).pinned, false);
  assert.equal((await holmes.forget({ ...facing, id })).length, 1);
  assert.equal((await holmes.restore(id, facing)).forgotten, null);
  assert.ok((await holmes.history(id, facing)).some((change) => change.what === "amended"));
  assert.ok((await holmes.retention(await holmes.memory(id, facing))) > 0.9);
  assert.equal(await holmes.delete(id, facing), 1);
  assert.equal((await refused(holmes.memory(id, facing))).kind, "unknown-memory");
  assert.equal((await keep.erase(facing)).remaining, 0);
});

test("the rest of the server answers, too", async () => {
  const holmes = await keep.character("holmes");
  assert.equal((await keep.health()).status, "ok");
  assert.ok(Array.isArray(await keep.settle({ timeout: 20 })));
  assert.ok(Array.isArray(await keep.jobs()));
  assert.deepEqual(await keep.usage(), {});
  assert.equal((await holmes.introduce(person, { name: "Anna", zone: "Europe/Berlin" })).name, "Anna");
  assert.ok((await holmes.context("Do you remember my cat?", { person, tokens: 3000 })).messages.length > 1);
  assert.equal(await holmes.begin({ person }), null);
  assert.equal(await holmes.feel({ valence: 0.5, person }), undefined);
  assert.ok((await holmes.mood({ person })).valence > 0.4);
  assert.ok(Math.abs((await holmes.bond(person)).closeness - (await holmes.bond({ person })).closeness) < 1e-6);
  const mistaken = await refused((async () => holmes.mood("anna"))());
  assert.equal(mistaken.kind, "not-sent");
  assert.match(mistaken.message, /"anna" is no options.*person: "anna"/);
  assert.equal((await connect(`${process.env.SOULKEEP_URL}/v1/`).health()).status, "ok");
  assert.match((await refused(connect(`${process.env.SOULKEEP_URL}/x`).health())).hint, /localhost:8642/);
  assert.equal((await holmes.learn("My brother Mycroft audits the books.", { source: "canon" })).passages, 1);
  assert.deepEqual(await holmes.stories.all(), []);
  const rows = await readAll(keep.export({ person }));
  assert.ok(rows.length > 2);
  const imported = await keep.importFile("# A novel\n\nIt was a dark night.", { name: "n.md", character: "holmes" });
  assert.ok(imported.taken.length > 0);
  assert.equal((await keep.whatIs(new Blob(["# A novel\n\nIt was."]), { name: "n.md" })).format.length > 0, true);
  const world = keep.world("london");
  await world.learn("Fog lies on the Thames.", { source: "almanac" });
  assert.equal((await readAll(world.memories())).length, 1);
  assert.deepEqual(await world.readers(), []);
  assert.deepEqual(await holmes.episodes({ person }).during("last year"), []);
  assert.match(await holmes.episodes({ person }).trig(), /Miso|prefix/i);
});

test("an error has the server's words, hint and kind", async () => {
  const unknown = await refused(keep.character("moriarty", { create: false }));
  assert.equal(unknown.kind, "unknown-character");
  assert.equal(unknown.status, 404);
  assert.match(unknown.message, /moriarty.*Known: holmes/);
  assert.match(unknown.hint, /holmes/);
  const unfit = await refused((await keep.character("holmes")).recall("x", { k: 0 }));
  assert.equal(unfit.status, 422);
  assert.match(unfit.errors[0].at, /k$/);
  for (const id of ["", " ", ".", "..", "\ud800"]) assert.equal((await refused(keep.character(id))).kind, "not-sent");
  assert.throws(() => connect("localhost:8642"), SoulkeepError);
  assert.equal((await refused(keep.erase({}))).kind, "not-sent");
});

test("what fails in passing is sent again, with one Idempotency-Key, after Retry-After", async () => {
  for (const status of [429, 503]) {
    const began = Date.now();
    const answer = (count, response) => (count < 2 ? busy(response, status, "1") : observed(response));
    const requests = await asking(answer, async (url) => {
      const holmes = await at(url);
      assert.equal((await holmes.observe("Hello", { person })).id, "m");
    });
    assert.equal(requests.length, 2);
    assert.ok(Date.now() - began >= 990);
    assert.ok(requests[0]["idempotency-key"]);
    assert.equal(requests[0]["idempotency-key"], requests[1]["idempotency-key"]);
    assert.equal(requests[0]["soulkeep-tenant"], "holmes@anna");
  }
});

test("a connection that breaks is tried again; what stays away says so", async () => {
  const answer = (count, response) => (count < 3 ? response.destroy() : observed(response));
  const requests = await asking(answer, async (url) => (await at(url)).observe("Hello", { person }));
  assert.equal(requests.length, 3);
  const gone = await asking((_, response) => response.destroy(), async (url) => {
    const error = await refused((await at(url, { retries: 1 })).observe("Hello"));
    assert.equal(error.kind, "unavailable");
    assert.equal(error.retryable, true);
    assert.match(error.hint, /running/);
  });
  assert.equal(gone.length, 2);
  const slow = await asking(() => undefined, async (url) => {
    const error = await refused((await at(url, { retries: 0, timeout: 0.1 })).observe("Hello"));
    assert.match(error.message, /too long/);
  });
  assert.ok(slow.length <= 1); // on a busy machine, none gets there in time
});

test("a refusal isn't repeated, and a foreign answer is told", async () => {
  const foreign = (_, response) => response.writeHead(404).end("<html>");
  const requests = await asking(foreign, async (url) => {
    assert.equal((await refused((await at(url)).observe("Hello"))).hint, "Is this a soulkeep server?");
  });
  assert.equal(requests.length, 1);
  await asking((_, response) => response.writeHead(200).end("<html>"), async (url) => {
    assert.equal((await refused((await at(url)).observe("Hello"))).kind, "unreadable");
  });
});

test("a signal ends a request, and a wait", async () => {
  await asking((count, response) => (count > 1 ? undefined : busy(response, 503, "9")), async (url) => {
    const holmes = await at(url);
    const signal = AbortSignal.timeout(100);
    await assert.rejects(holmes.observe("Hello", { signal }), { name: "TimeoutError" });
    const ended = new AbortController();
    setTimeout(() => ended.abort(), 100);
    await assert.rejects(holmes.observe("Hello", { signal: ended.signal }), { name: "AbortError" });
    await assert.rejects(holmes.observe("Hello", { signal: ended.signal }), { name: "AbortError" });
  });
});

test("a key and a workspace go along", async () => {
  const requests = await asking((_, response) => observed(response), async (url) => {
    const holmes = await at(url, { key: "sk-soul-x", workspace: "london" });
    await holmes.observe("Hello", { person: "anna b" });
  });
  assert.equal(requests[0].authorization, "Bearer sk-soul-x");
  assert.equal(requests[0]["x-soulkeep-workspace"], "london");
  assert.equal(requests[0]["soulkeep-tenant"], "london/holmes@anna%20b");
});
