// What follows from a chat: which turns are new, changed or gone, and what goes into the prompt. Knows no page, no server.

/** Where a chat's metadata hold what is known of it here. */
export const MARK = "soulkeep";

/** Most characters of a memory in the prompt. */
const LONGEST = 600;

/** What a model thinks aloud is no part of what it says. */
const THOUGHTS = /<(think|thinking)>[\s\S]*?<\/\1>|<details type="reasoning"[\s\S]*?<\/details>/gi;

/** Return what a message says. */
export function said(message) {
  return String(message.mes ?? "")
    .replaceAll("\0", "")
    .replace(THOUGHTS, "")
    .trim();
}

/** Return a short digest of a text, to tell whether it has changed. */
export function digest(text) {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 2654435761);
    b = Math.imul(b ^ code, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return (4294967296 * (2097151 & b) + (a >>> 0)).toString(36);
}

/** Return whether somebody in the story says a message: it isn't SillyTavern's own, such as a hint or a tool's result. */
export function isSaid(message) {
  return !message.is_system && said(message) !== "";
}

/** Return whether a message is still being written: a swipe to an answer that isn't there yet. */
export function isUnwritten(message) {
  return Array.isArray(message.swipes) && message.swipe_id >= message.swipes.length;
}

/** Return the places of messages that are told now: those that were sent or received, and the greeting that the first
 * words of the person answer. */
export function newlySaid(chat, places) {
  const fresh = new Set(places);
  const first = chat.findIndex((message) => message.is_user && !message.is_system);
  if (fresh.has(first)) {
    for (let at = 0; at < first; at++) fresh.add(at);
  }
  return fresh;
}

/** Return how many messages of a chat nobody remembers: they were said before the extension was there. */
export function unremembered(chat) {
  return chat.filter((message) => isSaid(message) && !message[MARK]).length;
}

/**
 * Compare a chat with what was stored of it, and return what to change in the store; both are marked accordingly. What
 * another chat has stored (this one branched off it) stays that one's: an edit makes a turn of this chat's own.
 *
 * @param {object[]} chat SillyTavern's messages.
 * @param {{chat: string, said: Object<string, {person: string, characters: string[]}>}} known What was stored of it.
 * @param {object} about
 * @param {Set<number>} about.fresh Places of messages that are told now.
 * @param {number} about.writing Place of the message that is being written; -1 for none.
 * @param {boolean} about.deleting Whether what isn't there any more was deleted.
 * @param {(message: object) => {person: string, characters: string[]}} about.hearers Who remembers a message.
 * @param {() => string} about.id Gives a new id.
 * @returns {object[]} Changes: `observe`, `amend` and `delete`, in this order of messages.
 */
export function follow(chat, known, { fresh = new Set(), writing = -1, deleting = false, hearers, id }) {
  const changes = [];
  const present = new Set();
  chat.forEach((message, at) => {
    let mark = message[MARK];
    const foreign = mark && mark.chat !== known.chat;
    if (at === writing || isUnwritten(message)) {
      if (mark && !foreign) present.add(mark.id);
      return;
    }
    const text = said(message);
    const now = digest(text);
    if (mark && !foreign && text === "") {
      delete message[MARK]; // emptied: as good as deleted
      for (const change of gone(known, mark.id)) changes.push(change);
    } else if (mark && !foreign) {
      present.add(mark.id);
      if (mark.digest === now) return;
      mark.digest = now;
      const { person, characters } = known.said[mark.id] ?? { characters: [] };
      for (const character of characters) changes.push({ what: "amend", character, person, id: mark.id, text });
    } else if (isSaid(message) && (foreign ? mark.digest !== now : fresh.has(at))) {
      const { person, characters } = hearers(message);
      if (characters.length === 0) return;
      mark = { id: id(), chat: known.chat, digest: now };
      message[MARK] = mark;
      known.said[mark.id] = { person, characters };
      present.add(mark.id);
      const turn = { id: mark.id, text, time: timeOf(message), session: known.chat };
      if (!message.is_user) turn.speaker = message.name;
      for (const character of characters) changes.push({ what: "observe", character, person, turn });
    }
  });
  if (deleting) {
    for (const one of Object.keys(known.said)) {
      if (!present.has(one)) changes.push(...gone(known, one));
    }
  }
  return changes;
}

/** Return what was stored of a chat, as its metadata have it; made anew for a branch, which inherits its chat's metadata
 * but for these two, so that it changes nothing that the other has stored. */
export function knownOf(metadata, id) {
  const [integrity, main] = [metadata.integrity ?? null, metadata.main_chat ?? null];
  const known = metadata[MARK];
  const other = known && ((known.integrity && known.integrity !== integrity) || (known.main ?? null) !== main);
  if (!known || other) metadata[MARK] = { chat: id(), said: {}, main };
  metadata[MARK].integrity = integrity;
  return metadata[MARK];
}

/** Return the changes that delete a turn. */
function gone(known, id) {
  const { person, characters } = known.said[id] ?? { characters: [] };
  delete known.said[id];
  return characters.map((character) => ({ what: "delete", character, person, id }));
}

/** Return whether none of what was stored of a chat is left in it: then it wasn't read, rather than emptied. */
export function isLost(chat, known) {
  const ids = new Set(chat.map((message) => message[MARK]?.id));
  const stored = Object.keys(known.said);
  return stored.length > 0 && !stored.some((id) => ids.has(id));
}

/** Return when a message was sent, with the zone of this clock; null if it doesn't tell. */
export function timeOf(message) {
  const sent = message.send_date;
  const time = new Date(typeof sent === "number" || /^\d{4}-\d\d-\d\dT/.test(sent ?? "") ? sent : NaN);
  if (Number.isNaN(time.getTime())) return null;
  const ahead = -time.getTimezoneOffset();
  const local = new Date(time.getTime() + ahead * 60_000).toISOString().slice(0, -1);
  const [hours, minutes] = [Math.floor(Math.abs(ahead) / 60), Math.abs(ahead) % 60];
  const two = (number) => String(number).padStart(2, "0");
  return `${local}${ahead < 0 ? "-" : "+"}${two(hours)}:${two(minutes)}`;
}

/** Return an id for something called so: the name, with a number if others have it. */
export function idFor(name, key, ids) {
  if (ids[key]) return ids[key];
  const taken = new Set(Object.values(ids));
  const base = name.trim().slice(0, 150) || "nobody";
  let id = base;
  for (let number = 2; taken.has(id); number++) id = `${base} ${number}`;
  ids[key] = id;
  return id;
}

/** Return what is asked of the memory before an answer, and the talk before it; null if nobody has said anything. */
export function asked(chat, name, { before = 6 } = {}) {
  const turns = chat.filter(isSaid);
  const own = (turn) => !turn.is_user && turn.name === name;
  let last = turns.length - 1;
  while (last >= 0 && own(turns[last])) last--;
  if (last < 0) return null;
  // In a group, others may have answered already: what the person said since one spoke oneself is still what is asked.
  const since = turns.slice(0, last + 1).findLastIndex(own);
  const asking = turns.slice(0, last + 1).findLastIndex((turn) => turn.is_user);
  if (asking > since) last = asking;
  const history = turns.slice(Math.max(0, last - before), last);
  return {
    question: said(turns[last]),
    history: history.map((one) => ({ text: said(one), ...(one.is_user ? {} : { speaker: one.name }) })),
  };
}

/** Return the hits that say something which the chat doesn't show: neither a turn of it, nor what rests on its turns
 * alone, nor the same words. */
export function notInView(hits, chat, count) {
  const ids = new Set(chat.map((message) => message[MARK]?.id).filter(Boolean));
  const texts = new Set(chat.map(said));
  const seen = new Set();
  return hits
    .filter(({ memory }) => {
      const shown =
        ids.has(memory.id) || (memory.turns.length > 0 && memory.turns.every((turn) => ids.has(turn))) || texts.has(memory.text);
      const again = seen.has(memory.text);
      seen.add(memory.text);
      return !shown && !again;
    })
    .slice(0, count);
}

/** Return the text for the prompt; "" if nothing came to mind. */
export function told(hits, template, { locale } = {}) {
  if (hits.length === 0) return "";
  const lines = hits.map(({ memory, outdated }) => {
    const verbatim = ["turn", "excerpt"].includes(memory.kind);
    const when = memory.time ? new Date(memory.time).toLocaleDateString(locale, { dateStyle: "medium" }) : "";
    const who = verbatim ? memory.speaker : "";
    const head = [when, who].filter(Boolean).join(", ");
    const text = memory.text.replace(/\s+/g, " ").trim();
    const short = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
    const late = outdated?.length ? " (no longer so)" : "";
    return `- ${head ? `${head}: ` : ""}${verbatim ? `“${short}”` : short}${late}`;
  });
  const text = lines.join("\n");
  return template.includes("{{memories}}") ? template.replaceAll("{{memories}}", () => text) : `${template}\n${text}`;
}

/** Return a hit as the panel keeps it. */
export function slim({ memory, score, parts }) {
  const { id, kind, text, speaker, time, source, pinned, heading } = memory;
  const kept = Object.entries(parts).filter(([, value]) => Math.abs(value) >= 0.005);
  return { id, kind, text, speaker, time, source, pinned, heading, score, parts: Object.fromEntries(kept) };
}

/** Return the messages that the prompt will show: the last ones, as far as it reaches (three letters a token, so that too
 * little is taken for shown rather than too much), and one that is being replaced. */
export function shownOf(prompt, chat, tokens) {
  const shown = [];
  let left = tokens * 3;
  for (const message of prompt.toReversed()) {
    left -= said(message).length;
    if (left < 0) break;
    shown.unshift(message);
  }
  return [...shown, ...chat.slice(-1)];
}
