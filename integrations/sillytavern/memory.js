// The server, as the extension needs it: who is who there, what comes to mind, and what is changed by hand.
import { connect, SoulkeepError } from "./client/index.js";
import { idFor, notInView, slim } from "./logic.js";

/** Seconds that a recall may hold up an answer. */
const PATIENCE = 8;

/** Most memories of a recall; enough for a chat that shows hundreds of them. */
const MOST = 1000;

/** Memories kept for the panel to list. */
const LISTED = 30;

export class Memory {
  #settings;
  #keep = null;
  #made = "";
  #known = new Map();
  #introduced = new Set();

  /** @param {object} settings The extension's: `url`, `key`, `count`, and the ids of `characters` and `people`. */
  constructor(settings) {
    this.#settings = settings;
  }

  /** The server, by the settings of now. */
  get #server() {
    const { url, key } = this.#settings;
    const made = `${url}\n${key}`;
    if (this.#made !== made) {
      this.#keep = connect(url.trim(), { key: key.trim() || undefined, timeout: PATIENCE, retries: 1 });
      this.#made = made;
      this.#known.clear();
      this.#introduced.clear();
    }
    return this.#keep;
  }

  /** Return the id of one of SillyTavern's characters, by its file. */
  characterId(character) {
    return idFor(character.name, character.avatar, this.#settings.characters);
  }

  /** Return the id of a persona, by its file. */
  personId(name, avatar) {
    return idFor(name, avatar, this.#settings.people);
  }

  /** Return a character on the server; on first use it is made, as `about` tells. */
  async character(id, about = () => ({})) {
    const keep = this.#server;
    if (!this.#known.has(id)) {
      let found;
      try {
        found = await keep.character(id, { create: false });
      } catch (error) {
        if (error.kind !== "unknown-character") throw error;
        found = await this.#make(keep, id, await about());
      }
      this.#known.set(id, found);
    }
    return this.#known.get(id);
  }

  async #make(keep, id, { name = id, description }) {
    try {
      return await keep.character(id, { name, description: description || undefined });
    } catch (error) {
      if (error.kind !== "forbidden") throw error;
      throw new SoulkeepError(`This key may not create “${id}”.`, {
        kind: "forbidden",
        status: 403,
        hint: "Give it the right to admin, or make the character on the server.",
      });
    }
  }

  /** Tell the server changes of one character and person. A character that was erased meanwhile is made again. */
  async tell(changes, about) {
    try {
      await this.#tell(changes, about);
    } catch (error) {
      const erased = error.kind === "unknown-character" && changes[0].what === "observe";
      if (!erased || !this.#known.delete(changes[0].character)) throw error;
      await this.#tell(changes, about);
    }
  }

  async #tell(changes, about) {
    const [{ what, character: id, person }] = changes;
    const character = await this.character(id, about);
    if (what === "amend") await character.amend(changes[0].id, changes[0].text, { person });
    if (what === "delete") await character.delete(changes[0].id, { person });
    if (what !== "observe") return;
    await this.#introduce(character, person, changes[0].name);
    const turns = changes.map(({ turn }) => ({ ...turn, time: turn.time ?? undefined }));
    await character.observeMany(turns, { person, undated: true });
  }

  /** Say what a person is called, where their id is no name, and where their clock stands. */
  async #introduce(character, person, name = person) {
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
    const said = `${character.id}\n${person}\n${name}\n${zone}`;
    if (this.#introduced.has(said)) return;
    await character.introduce(person, { name, zone });
    this.#introduced.add(said);
  }

  /** Return what comes to mind with a question, beside what the chat shows. */
  async recall({ id, person, question, history, chat, about }) {
    const { count } = this.#settings;
    const character = await this.character(id, about);
    const signal = AbortSignal.timeout(PATIENCE * 1000);
    const k = Math.min(MOST, count + 2 * chat.length);
    const recall = await character.recall(question, { person, history, k, signal });
    return { hits: notInView(recall.hits, chat, count), confidence: recall.confidence };
  }

  /** Return the memories that a search finds, or the newest. */
  async look(id, person, question) {
    const character = await this.character(id);
    if (question) return (await character.recall(question, { person, k: LISTED })).hits.map(slim);
    const newest = [];
    for await (const memory of character.memories({ person, newest: true, forgotten: false, limit: LISTED })) {
      newest.push(slim({ memory, score: 0, parts: {} }));
    }
    return newest;
  }

  /** Pin a memory, or unpin it. */
  async pin(id, person, memory, pinned) {
    const character = await this.character(id);
    return pinned ? character.pin(memory, { person }) : character.unpin(memory, { person });
  }

  async forget(id, person, memory) {
    await (await this.character(id)).forget({ id: memory, person });
  }

  async restore(id, person, memory) {
    await (await this.character(id)).restore(memory, { person });
  }

  async correct(id, person, memory, text) {
    return (await this.character(id)).amend(memory, text, { person });
  }

  /** Return whether the server is there; throw what is wrong. */
  async check() {
    const keep = this.#server;
    const health = await keep.health();
    await keep.characters(); // the key, too
    return health;
  }

  /** Return what to tell about an error, with what to do. */
  async explain(error) {
    const url = this.#settings.url.trim();
    if (/\/v1\/*$/.test(url)) return `The server's address ends before /v1: ${url.replace(/\/+v1\/*$/, "")}`;
    if (!/^https?:\/\//.test(url)) return `The server's address begins with http://, such as http://127.0.0.1:8642.`;
    if (error.kind === "unauthenticated" && !this.#settings.key) return "The server has keys. Put one into the field Key: soulkeep keys create NAME --admin makes one.";
    if (error.kind !== "unavailable" && error.name !== "TimeoutError") return error.message;
    try {
      // What may not be read tells at least that somebody is there.
      await fetch(`${url}/v1/health`, { mode: "no-cors", signal: AbortSignal.timeout(2000) });
      if (error.name === "TimeoutError") return `The server at ${url} takes too long.`;
      return `The server at ${url} doesn't let this page in. Start it as before, and with --origin ${location.origin}`;
    } catch {
      return `There is no soulkeep server at ${url}. Is it running?`;
    }
  }
}
