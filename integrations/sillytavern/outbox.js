// What is yet to be told to the server. It lies in the browser's storage until the server has it, in the order in which it
// was said: nothing is lost while the server is away, or the page is closed.

/** Where it lies. */
const KEY = "soulkeep.outbox";
const REFUSED = "soulkeep.refused";

/** Most turns that are sent at once. */
const MOST = 50;

/** Seconds until it is tried again, at first and at most. */
const SOON = 2;
const LATE = 60;

/**
 * Return what follows from an error: "again" (wait, and try it again), "done" (there is nothing left to do), "stop" (not
 * this change is at fault: the key or its rights) or "refused" (the server won't have it).
 */
export function outcome(error, change) {
  if (error.retryable || error.kind === "unavailable" || error.status >= 500) return "again";
  if (["unauthenticated", "forbidden", "foreign-origin", "wrong-host"].includes(error.kind)) return "stop";
  if (error.status === 0) return "stop";
  if (change.what !== "observe" && ["unknown-memory", "unknown-character"].includes(error.kind)) return "done";
  if (["id-conflict", "already-done"].includes(error.kind)) return "done";
  return "refused";
}

/** Add a change to those that wait. What was never sent needn't be corrected: it is changed, or left out, at once. */
export function added(changes, change) {
  const same = (one) => one.character === change.character && one.person === change.person && !one.tried;
  const about = (one) => one.turn?.id ?? one.id;
  if (change.what !== "observe") {
    const at = changes.findLastIndex((one) => same(one) && about(one) === change.id);
    const waiting = changes[at];
    if (waiting && change.what === "delete") {
      const rest = changes.toSpliced(at, 1);
      // If it was to be observed, nobody knows it; else what was to be amended is deleted.
      return waiting.what === "observe" ? rest : added(rest, change);
    }
    if (waiting?.what === "observe") {
      return changes.with(at, { ...waiting, turn: { ...waiting.turn, text: change.text } });
    }
    if (waiting?.what === "amend") return changes.with(at, { ...waiting, text: change.text });
  }
  return [...changes, change];
}

/** Return how many changes from the first on can be sent at once: turns of one character and person. */
export function together(changes) {
  const [first] = changes;
  if (first?.what !== "observe") return first ? 1 : 0;
  const end = changes.findIndex(
    (one) => one.what !== "observe" || one.character !== first.character || one.person !== first.person,
  );
  return Math.min(MOST, end < 0 ? changes.length : end);
}

/** Changes on their way. */
export class Outbox {
  #storage;
  #send;
  #changed;
  #locked;
  #running = null;
  #timer = null;
  #wait = SOON;
  #alone = false;
  #held = false;

  /**
   * @param {Storage} storage Where they lie.
   * @param {(changes: object[]) => Promise<void>} send Tells them to the server: turns together, others one by one.
   * @param {(error: Error | null) => void} changed Called when something has changed, with what is in the way.
   * @param {(work: () => Promise<void>) => Promise<void>} locked Does work while no other page of this browser does.
   */
  constructor(storage, send, changed, locked = (work) => work()) {
    this.#storage = storage;
    this.#send = send;
    this.#changed = changed;
    this.#locked = locked;
  }

  /** What waits, oldest first. */
  get waiting() {
    return read(this.#storage, KEY);
  }

  /** What the server won't have: each with the `change` and the `reason`. */
  get refused() {
    return read(this.#storage, REFUSED);
  }

  /** Add changes, and begin to send them. */
  add(changes) {
    if (changes.length === 0) return;
    let all = this.waiting;
    for (const change of changes) all = added(all, change);
    this.#storage.setItem(KEY, JSON.stringify(all));
    this.#changed(null);
    void this.flush();
  }

  /** Send what waits; return whether nothing waits any more. */
  async flush() {
    this.#running ??= this.#locked(() => this.#work()).finally(() => {
      this.#running = null;
      if (!this.#held && this.waiting.length > 0) void this.flush(); // it came while the last was being ended
    });
    await this.#running;
    return this.waiting.length === 0;
  }

  /** Send what was refused once more. */
  retry() {
    const changes = this.refused.map((one) => one.change);
    this.#storage.removeItem(REFUSED);
    this.add(changes);
  }

  /** Give up what was refused. */
  drop() {
    this.#storage.removeItem(REFUSED);
    this.#changed(null);
  }

  async #work() {
    clearTimeout(this.#timer);
    this.#held = false;
    for (;;) {
      const waiting = this.waiting;
      const count = this.#alone ? Math.min(1, waiting.length) : together(waiting);
      if (count === 0) return;
      const changes = waiting.slice(0, count);
      this.#write(waiting.map((one, at) => (at < count ? { ...one, tried: true } : one)));
      try {
        await this.#send(changes);
      } catch (error) {
        const next = outcome(error, changes[0]);
        if (next === "again" || next === "stop") {
          this.#held = true;
          if (next === "again") this.#later();
          this.#changed(error);
          return;
        }
        if (count > 1) {
          this.#alone = true; // one of them is at fault
          continue;
        }
        if (next === "refused") {
          const refused = [...this.refused, { change: changes[0], reason: error.message }];
          this.#storage.setItem(REFUSED, JSON.stringify(refused));
        }
      }
      this.#alone = false;
      this.#wait = SOON;
      this.#write(this.waiting.slice(count));
      this.#changed(null);
    }
  }

  #later() {
    this.#timer = setTimeout(() => void this.flush(), this.#wait * 1000);
    this.#timer.unref?.();
    this.#wait = Math.min(LATE, this.#wait * 2);
  }

  #write(changes) {
    if (changes.length === 0) this.#storage.removeItem(KEY);
    else this.#storage.setItem(KEY, JSON.stringify(changes));
  }
}

function read(storage, key) {
  return JSON.parse(storage.getItem(key) ?? "[]");
}
