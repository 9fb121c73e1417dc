// The extension's side of SillyTavern: its events, its prompt, its settings.
import { saveChatDebounced } from "../../../../script.js";
import * as personas from "../../../personas.js";
import { asked, follow, isLost, isSaid, knownOf, MARK, newlySaid, shownOf, slim, told, unremembered } from "./logic.js";
import { Memory } from "./memory.js";
import { Outbox } from "./outbox.js";
import { Panel } from "./panel.js";
import { addSettings, DEFAULTS } from "./settings.js";

/** The name of what is put into the prompt. */
const PROMPT = "soulkeep";

/** Seconds that an answer waits for what was said before to be stored. */
const PATIENCE = 5;

/** What nobody says in the story: no memory comes to it, and it is stored never. */
const ASIDE = ["quiet", "impersonate"];

const id = () => `sillytavern-${crypto.randomUUID()}`;
const here = () => SillyTavern.getContext();
const settings = Object.assign({}, DEFAULTS, here().extensionSettings.soulkeep);
here().extensionSettings.soulkeep = settings;

const memory = new Memory(settings);
const alone = (work) => (navigator.locks ? navigator.locks.request("soulkeep.outbox", work) : work());
const outbox = new Outbox(localStorage, (changes) => memory.tell(changes, () => about(changes[0].character)), sent, alone);

/** What is in the way; "" if nothing is. */
let trouble = "";
let names = {};

// -- who is who

/** Return the characters of the open chat: one, or a group's. */
function present() {
  const { groupId, groups, characters, characterId } = here();
  const files = groupId ? (groups.find((one) => one.id === groupId)?.members ?? []) : [characters[characterId]?.avatar];
  return files.map((file) => characters.find((one) => one.avatar === file)).filter(Boolean);
}

/** Return the id of the person who says a message, or of the one who is spoken to. */
function personOf(message) {
  const avatar = message?.is_user && new URLSearchParams(message.force_avatar?.split("?")[1]).get("file");
  const file = avatar || personas.user_avatar;
  const name = message?.is_user ? message.name : here().name1;
  const id = memory.personId(name, file);
  names[id] = name;
  return id;
}

function hearers(message) {
  return { person: personOf(message), characters: present().map((one) => memory.characterId(one)) };
}

/** Return the name and the description of a character, by which the server makes it. */
async function about(id) {
  const { characters, unshallowCharacter, name1 } = here();
  const index = characters.findIndex((one) => settings.characters[one.avatar] === id);
  if (index < 0) return { name: id };
  await unshallowCharacter(index);
  const { name, description } = here().characters[index];
  const words = { char: name, user: name1 };
  return { name, description: (description ?? "").replace(/\{\{(char|user)\}\}/gi, (_, who) => words[who.toLowerCase()]) };
}

// -- what is said

/** Look at the chat, and tell the server what has changed. */
function look({ places = [], written = false, deleting = false, loaded = false } = {}) {
  const { chat, chatMetadata } = here();
  if (settings.enabled && present().length > 0) {
    const fresh = newlySaid(chat, places);
    if (fresh.size > 0 || chat.some((message) => message[MARK]) || chatMetadata[MARK]) {
      const known = knownOf(chatMetadata, id);
      const answering = document.body.dataset.generating && !written && chat.at(-1)?.is_user === false;
      const changes = follow(chat, known, {
        fresh,
        writing: answering ? chat.length - 1 : -1,
        deleting: deleting && !(loaded && isLost(chat, known)),
        hearers,
        id,
      });
      if (changes.length > 0) {
        for (const change of changes) change.name = names[change.person];
        put(() => outbox.add(changes));
        saveChatDebounced();
        here().saveSettingsDebounced();
      }
    }
  }
  show();
}

/** Do something with the browser's storage, which may be full. */
function put(doing) {
  try {
    doing();
  } catch (error) {
    console.error("soulkeep", error);
    trouble = `This browser's storage is full: what is said now can't wait for the server here. ${error.message}`;
    toastr.error(trouble, "soulkeep");
  }
}

/** Take in all of the open chat that was said before the extension was there. */
function rememberAll() {
  const { chat } = here();
  look({ places: chat.map((_, at) => at).filter((at) => isSaid(chat[at])) });
}

/** What became of what waits. */
function sent(error) {
  if (error) void complain(error);
  else if (trouble && outbox.waiting.length === 0) recovered();
  else show();
}

async function complain(error) {
  const before = trouble;
  trouble = await memory.explain(error);
  console.warn("soulkeep", error);
  if (trouble !== before) {
    const count = outbox.waiting.length;
    const waits = count > 0 ? ` ${count === 1 ? "One turn waits" : `${count} turns wait`} here until then.` : "";
    toastr.warning(trouble + waits, "soulkeep", { timeOut: 10_000 });
  }
  show();
}

/** Ask whether the server is there, and send what waits. */
async function tryAgain() {
  try {
    await memory.check();
    if (await outbox.flush()) recovered();
  } catch (error) {
    await complain(error);
  }
}

function recovered() {
  if (trouble) toastr.success("The server is there again, and has all that was said.", "soulkeep");
  trouble = "";
  show();
}

// -- what comes to mind

function setPrompt(text) {
  const { setExtensionPrompt } = here();
  setExtensionPrompt(PROMPT, text, Number(settings.position), Number(settings.depth), false, 0);
}

/** Called by SillyTavern before a prompt is made. */
globalThis.soulkeep_interceptor = async (prompt, tokens, _abort, type) => {
  setPrompt("");
  const { characters, characterId, chat, chatMetadata, substituteParams } = here();
  const character = characters[characterId];
  if (!settings.enabled || !character || ASIDE.includes(type)) return;
  const words = asked(prompt, character.name);
  if (!words) return;
  const [id, person] = [memory.characterId(character), personOf()];
  const last = { character: id, name: character.name, person, question: words.question, hits: [], confidence: null };
  panel.thinking(true);
  try {
    look();
    const late = Symbol();
    const done = await Promise.race([outbox.flush(), new Promise((end) => setTimeout(end, PATIENCE * 1000, late))]);
    if (done === late) throw new DOMException("The server takes too long.", "TimeoutError");
    const shown = shownOf(prompt, chat, tokens);
    const { hits, confidence } = await memory.recall({ id, person, ...words, chat: shown, about: () => about(id) });
    setPrompt(substituteParams(told(hits, settings.template)));
    Object.assign(last, { hits: hits.map(slim), confidence });
    if (trouble && outbox.waiting.length === 0) recovered();
  } catch (error) {
    last.failed = true;
    await complain(error);
  } finally {
    panel.thinking(false);
  }
  if (chatMetadata[MARK]) chatMetadata[MARK].last = last;
  panel.recalled(last);
  show();
};

// -- what is shown

const panel = new Panel(settings, {
  saved: () => here().saveSettingsDebounced(),
  complain,
  memory,
  rememberAll,
  tryAgain,
  retry: () => outbox.retry(),
  drop: () => outbox.drop(),
});

function show() {
  const { chat, name1 } = here();
  const characters = present();
  panel.show({
    enabled: settings.enabled,
    trouble,
    characters: characters.map((one) => ({ id: memory.characterId(one), name: one.name, avatar: one.avatar })),
    person: characters.length > 0 ? personOf() : "",
    personName: name1,
    waiting: outbox.waiting.length,
    refused: outbox.refused,
    unremembered: settings.enabled && characters.length > 0 ? unremembered(chat) : 0,
  });
}

function opened() {
  setPrompt("");
  panel.recalled(here().chatMetadata[MARK]?.last ?? null);
  look({ deleting: true, loaded: true });
  if (settings.enabled && (trouble || outbox.waiting.length > 0)) void tryAgain();
}

function start() {
  const { eventSource, eventTypes } = here();
  const on = (names, doing) => names.forEach((name) => eventTypes[name] && eventSource.on(eventTypes[name], doing));
  on(["MESSAGE_SENT"], (at) => look({ places: [Number(at)] }));
  on(["MESSAGE_RECEIVED"], (at, type) => {
    if (type !== "first_message") look({ places: [Number(at)], written: true });
  });
  on(["MESSAGE_SWIPED", "MESSAGE_EDITED", "MESSAGE_UPDATED", "MESSAGE_SWIPE_DELETED"], () => look());
  on(["MESSAGE_DELETED"], () => look({ deleting: true }));
  on(["GENERATION_ENDED", "GENERATION_STOPPED"], () => setTimeout(look, 0));
  on(["CHAT_CHANGED"], opened);
  on(["PERSONA_CHANGED", "GROUP_UPDATED"], show);
  on(["CHARACTER_RENAMED"], (before, after) => {
    if (settings.characters[before]) settings.characters[after] = settings.characters[before];
    delete settings.characters[before];
  });
  addEventListener("online", () => void tryAgain());
  addSettings(settings, { memory, changed, explain: (error) => memory.explain(error), panel });
  opened();
}

/** What follows from other settings. */
function changed() {
  here().saveSettingsDebounced();
  if (!settings.enabled) setPrompt("");
  look();
  if (settings.enabled && present().length > 0) void tryAgain();
}

here().eventSource.on(here().eventTypes.APP_READY, start); // at once, where it is ready
