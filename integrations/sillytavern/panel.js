// The panel beside the chat: what came to mind for the last answer, why, and what may be done about it.
import { el } from "./elements.js";

/** What the parts of a score say (docs/guide.md has all of it), in the order in which they are drawn. */
const PARTS = {
  meaning: "similar in sense",
  words: "shares words",
  context: "what was said around it fits",
  together: "with its surroundings, it holds the words asked for",
  speaker: "told by whom it is about",
  stated: "a fact that it states fits",
  cued: "a sentence calls it to mind",
  detail: "says more than a few words",
  kinds: "holds a thing of the kind asked for",
  time: "fits the time asked about",
  recency: "new",
  importance: "important",
  retention: "faded",
  asking: "asks rather than tells",
  again: "repeats a better one",
  derived: "rests on others that come first",
  unverified: "names nothing that shows it",
  outdated: "no longer so",
  overtaken: "a later turn answers, too",
  trust: "somebody else's word, or read",
  crowd: "its source says it several times",
};

const KINDS = {
  excerpt: "excerpt",
  fact: "fact",
  summary: "summary",
  blend: "blend",
  insight: "insight",
  passage: "read",
  event: "event",
};

/** Milliseconds between what is typed into the search and the search. */
const PAUSE = 300;

export class Panel {
  #settings;
  #do;
  #root;
  #parts = {};
  #state = null;
  #last = null;
  #shown = null;
  #tab = "answer";
  #whose = null;
  #typed = 0;
  #listing = 0;

  /**
   * @param {object} settings The extension's; `open` is the panel's.
   * @param {object} actions `memory`, and what is to be done: `saved`, `complain`, `rememberAll`, `tryAgain`, `retry`, `drop`.
   */
  constructor(settings, actions) {
    this.#settings = settings;
    this.#do = actions;
    this.#build();
    this.#open(settings.open);
  }

  /** Open or close it; the other of both by default. */
  toggle(open = !this.#settings.open) {
    this.#settings.open = open;
    this.#open(open);
    this.#do.saved();
  }

  #open(open) {
    this.#root.classList.toggle("soulkeep-open", open);
    document.body.classList.toggle("soulkeep-beside", open);
    this.#parts.toggle.setAttribute("aria-expanded", String(open));
  }

  /** Tell that something is being recalled, or no longer. */
  thinking(on) {
    this.#root.classList.toggle("soulkeep-thinking", on);
  }

  /** Show what came to mind for an answer; null for nothing yet. */
  recalled(last) {
    this.#last = last;
    this.#shown = null;
    if (last) this.#choose("answer");
  }

  /** Show how things stand. */
  show(state) {
    this.#state = state;
    const { characters, personName, enabled, trouble, waiting } = state;
    const { toggle, title, status, faces } = this.#parts;
    this.#root.hidden = characters.length === 0;
    title.textContent = characters.length > 0 ? `${characters.map((one) => one.name).join(", ")} & ${personName}` : "";
    const drawn = characters.map((one) => one.avatar).join();
    if (faces.dataset.drawn !== drawn) {
      faces.dataset.drawn = drawn;
      faces.replaceChildren(...characters.slice(0, 3).map(({ avatar }) => face(avatar)));
    }
    const [kind, label] = !enabled
      ? ["off", "Off"]
      : trouble
        ? ["bad", waiting > 0 ? `${waiting} waiting` : "Away"]
        : waiting > 0
          ? ["busy", "Storing…"]
          : ["good", "Stored"];
    status.className = `soulkeep-status soulkeep-${kind}`;
    status.textContent = label;
    status.title = trouble || "Whether all that was said is on the server";
    toggle.dataset.state = kind;
    this.#notes();
    this.#draw();
  }

  #build() {
    const parts = this.#parts;
    parts.toggle = el("div", {
      id: "soulkeep_toggle", class: "fa-solid fa-brain interactable", role: "button", tabindex: "0",
      title: "Memories", "aria-controls": "soulkeep_panel", onclick: () => this.toggle(),
    });
    document.querySelector("#leftSendForm").append(parts.toggle);
    parts.faces = el("div", { class: "soulkeep-faces" });
    parts.title = el("div", { class: "soulkeep-who" });
    parts.status = el("span", { class: "soulkeep-status", role: "status" });
    parts.notes = el("div", { class: "soulkeep-notes" });
    parts.tabs = Object.fromEntries(
      [["answer", "Last answer"], ["all", "Everything"]].map(([name, label]) => [
        name,
        el("button", { type: "button", role: "tab", "data-tab": name, onclick: () => this.#choose(name) }, label),
      ]),
    );
    parts.search = el("input", {
      type: "search", class: "text_pole", id: "soulkeep_search", placeholder: "Look something up", oninput: () => {
        clearTimeout(this.#typed);
        this.#typed = setTimeout(() => void this.#list(), PAUSE);
      },
    });
    parts.whose = el("select", {
      class: "text_pole", id: "soulkeep_whose", onchange: () => {
        this.#whose = parts.whose.value;
        void this.#list();
      },
    });
    parts.finding = el("div", { class: "soulkeep-finding" }, [parts.search, parts.whose]);
    parts.list = el("div", { class: "soulkeep-list", "aria-live": "polite" });
    this.#root = el("aside", { id: "soulkeep_panel", "aria-label": "Memories" }, [
      el("header", {}, [
        parts.faces,
        el("div", { class: "soulkeep-title" }, [el("b", {}, "Memories"), parts.title]),
        parts.status,
        icon("fa-xmark", "Close", () => this.toggle(false), "soulkeep-close"),
      ]),
      el("nav", { role: "tablist" }, Object.values(parts.tabs)),
      parts.finding,
      parts.list,
      parts.notes,
    ]);
    document.body.append(this.#root);
  }

  #choose(tab) {
    if (tab === this.#tab && this.#shown) return;
    this.#tab = tab;
    this.#shown = null;
    if (this.#state) this.#draw();
    if (tab === "all") void this.#list();
  }

  /** Draw the list, if it isn't drawn yet. */
  #draw() {
    const { tabs, finding, whose } = this.#parts;
    for (const [name, tab] of Object.entries(tabs)) tab.setAttribute("aria-selected", String(name === this.#tab));
    finding.hidden = this.#tab !== "all";
    const { characters } = this.#state;
    const drawn = characters.map((one) => one.id).join("\n");
    if (whose.dataset.drawn !== drawn) {
      whose.dataset.drawn = drawn;
      whose.replaceChildren(...characters.map(({ id, name }) => el("option", { value: id }, name)));
      whose.hidden = characters.length < 2;
      this.#whose = characters[0]?.id ?? null;
      if (this.#tab === "all") void this.#list();
    }
    if (this.#tab !== "answer" || this.#shown === (this.#last ?? "nothing")) return;
    this.#shown = this.#last ?? "nothing";
    this.#parts.list.replaceChildren(...this.#answer());
  }

  /** Return the elements for the last answer. */
  #answer() {
    const last = this.#last;
    if (!last) {
      return [empty("fa-seedling", "Say something: what comes to mind with it will stand here, and why.")];
    }
    const asked = el("div", { class: "soulkeep-asked" }, [
      el("small", {}, `What came to ${last.name}’s mind at`),
      el("q", {}, shortened(last.question, 140)),
    ]);
    if (last.failed) {
      return [asked, empty("fa-plug-circle-xmark", "The server couldn't be asked: it answered without its memories.")];
    }
    if (last.hits.length === 0) {
      return [asked, empty("fa-wind", "Nothing came to mind but what the chat shows.")];
    }
    const top = Math.max(...last.hits.map((one) => one.score), 0.01);
    return [asked, ...last.hits.map((one) => this.#card(one, last, top))];
  }

  /** List the newest, or what a search finds. */
  async #list() {
    const { memory, complain } = this.#do;
    const { list, search } = this.#parts;
    const [question, character, person] = [search.value.trim(), this.#whose, this.#state?.person];
    if (!character || this.#tab !== "all") return;
    const began = ++this.#listing;
    list.replaceChildren(empty("fa-hourglass-half", "One moment…"));
    try {
      const found = await memory.look(character, person, question);
      if (began !== this.#listing || this.#tab !== "all") return;
      const top = Math.max(...found.map((one) => one.score), 0.01);
      const cards = found.map((one) => this.#card(one, { character, person }, top));
      list.replaceChildren(...(cards.length > 0 ? cards : [empty("fa-seedling", "Nothing is remembered yet.")]));
    } catch (error) {
      if (this.#tab !== "all") return;
      const unknown = error.kind === "unknown-character";
      list.replaceChildren(empty("fa-seedling", unknown ? "Nothing is remembered yet." : "The server can't be asked now."));
      if (!unknown) await complain(error);
    }
  }

  /** Return the element of one memory. */
  #card(memory, whose, top) {
    const card = el("article", { class: "soulkeep-card", "data-memory": memory.id });
    const act = async (doing) => {
      card.classList.add("soulkeep-acting");
      try {
        await doing();
      } catch (error) {
        toastr.error(error.message, "soulkeep");
        if (error.kind === "unavailable") await this.#do.complain(error);
      }
      card.classList.remove("soulkeep-acting");
      draw();
    };
    const server = this.#do.memory;
    const at = [whose.character, whose.person, memory.id];
    const pin = () => act(async () => void (memory.pinned = (await server.pin(...at, !memory.pinned)).pinned));
    const forget = () => act(async () => void (memory.forgotten = !(await server.forget(...at))));
    const undo = () => act(async () => void (memory.forgotten = Boolean(await server.restore(...at))));
    const correct = (text) =>
      act(async () => {
        memory.text = (await server.correct(...at, text)).text;
        memory.corrected = true;
      });
    const edit = () => {
      const area = el("textarea", { class: "text_pole", rows: "3", "aria-label": "What it says" });
      area.value = memory.text;
      const save = () => (area.value.trim() && area.value.trim() !== memory.text ? correct(area.value.trim()) : draw());
      area.addEventListener("keydown", (event) => {
        if (event.key === "Escape") draw();
        if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) save();
      });
      const buttons = [word("Save", save, "soulkeep-save"), word("Cancel", draw)];
      card.replaceChildren(area, el("div", { class: "soulkeep-row" }, buttons));
      area.focus();
    };
    const draw = () => {
      card.classList.toggle("soulkeep-pinned", Boolean(memory.pinned));
      card.classList.toggle("soulkeep-forgotten", Boolean(memory.forgotten));
      if (memory.forgotten) {
        const words = el("span", {}, "Forgotten: it won't come to mind any more.");
        card.replaceChildren(el("div", { class: "soulkeep-row" }, [words, word("Undo", undo, "soulkeep-undo")]));
        return;
      }
      const tools = el("div", { class: "soulkeep-tools" }, [
        icon("fa-thumbtack", memory.pinned ? "Let it fade again" : "Never let it fade", pin, "soulkeep-pin"),
        icon("fa-pen", "Correct it", edit, "soulkeep-correct"),
        icon("fa-eye-slash", "Forget it", forget, "soulkeep-forget"),
      ]);
      const kind = KINDS[memory.kind] && el("span", { class: "soulkeep-kind" }, KINDS[memory.kind]);
      const head = el("div", { class: "soulkeep-head" }, [
        memory.speaker && ["turn", "excerpt"].includes(memory.kind) ? el("b", {}, memory.speaker) : null,
        kind,
        memory.time ? el("time", { datetime: memory.time, title: longDate(memory.time) }, ago(memory.time)) : null,
        memory.corrected ? el("span", { class: "soulkeep-kind" }, "corrected") : null,
        tools,
      ]);
      card.replaceChildren(head, el("p", {}, memory.text), ...why(memory, top));
    };
    draw();
    return card;
  }

  /** Show what waits, what was refused, and what isn't remembered. */
  #notes() {
    const { trouble, waiting, refused, unremembered } = this.#state;
    const notes = [];
    if (trouble) {
      const words = waiting > 0 ? `${trouble} ${counted(waiting, "turn waits", "turns wait")} here until then.` : trouble;
      notes.push(note("bad", "fa-plug-circle-xmark", words, [["Try again", () => void this.#do.tryAgain()]]));
    }
    if (refused.length > 0) {
      const words = `The server won't have ${counted(refused.length, "turn", "turns")}: ${refused[0].reason}`;
      notes.push(note("bad", "fa-triangle-exclamation", words, [
        ["Try again", () => this.#do.retry()],
        ["Give up", () => this.#do.drop()],
      ]));
    }
    if (unremembered > 0) {
      const words = `${counted(unremembered, "message", "messages")} of this chat ${unremembered === 1 ? "isn't" : "aren't"} remembered.`;
      notes.push(note("mild", "fa-clock-rotate-left", words, [["Remember", () => this.#do.rememberAll()]]));
    }
    this.#parts.notes.replaceChildren(...notes);
  }
}

/** Return the elements that tell why a memory came to mind: a bar of what spoke for it, and all parts. */
function why({ parts, score }, top) {
  const names = Object.keys(parts).sort((one, other) => order(one) - order(other));
  if (names.length === 0) return [];
  const sum = names.reduce((all, name) => all + Math.max(0, parts[name]), 0) || 1;
  const share = Math.max(0.08, Math.min(1, score / top));
  const bar = el("div", { class: "soulkeep-bar", style: `width: ${(share * 100).toFixed(1)}%` },
    names
      .filter((name) => parts[name] > 0)
      .map((name) =>
        el("i", { "data-part": name, title: `${label(name)}: ${parts[name].toFixed(2)}`, style: `flex-grow: ${parts[name] / sum}` }),
      ),
  );
  const rows = names.map((name) =>
    el("li", { class: parts[name] < 0 ? "soulkeep-against" : "" }, [
      el("i", { "data-part": name }),
      el("span", {}, label(name)),
      el("b", {}, (parts[name] < 0 ? "−" : "") + Math.abs(parts[name]).toFixed(2)),
    ]),
  );
  const summary = el("summary", {}, [el("div", { class: "soulkeep-track" }, bar), el("span", {}, "why")]);
  return [el("details", { class: "soulkeep-why" }, [summary, el("ul", {}, rows)])];
}

function order(name) {
  const at = Object.keys(PARTS).indexOf(name);
  return at < 0 ? Infinity : at;
}

function label(name) {
  return PARTS[name] ?? name;
}

function face(avatar) {
  const image = el("img", { src: `/thumbnail?type=avatar&file=${encodeURIComponent(avatar)}`, alt: "" });
  image.addEventListener("error", () => image.remove());
  return image;
}

function icon(name, title, click, more = "") {
  return el("button", { type: "button", class: `soulkeep-icon ${more}`, title, "aria-label": title, onclick: click }, [
    el("i", { class: `fa-solid ${name}` }),
  ]);
}

function word(text, click, more = "") {
  return el("button", { type: "button", class: `soulkeep-word ${more}`, onclick: click }, text);
}

function empty(name, text) {
  return el("div", { class: "soulkeep-empty" }, [el("i", { class: `fa-solid ${name}` }), el("p", {}, text)]);
}

function note(kind, name, text, buttons) {
  return el("div", { class: `soulkeep-note soulkeep-${kind}`, role: kind === "bad" ? "alert" : "note" }, [
    el("i", { class: `fa-solid ${name}` }),
    el("p", {}, text),
    ...buttons.map(([label, click]) => word(label, click)),
  ]);
}

function counted(count, one, many) {
  return `${count} ${count === 1 ? one : many}`;
}

function shortened(text, most) {
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

function longDate(time) {
  return new Date(time).toLocaleString(undefined, { dateStyle: "full", timeStyle: "short" });
}

/** Return how long ago a time is, in the page's language. */
function ago(time) {
  const days = (new Date(time) - new Date()) / 86_400_000;
  const units = [["year", 365], ["month", 30.4], ["week", 7], ["day", 1], ["hour", 1 / 24], ["minute", 1 / 1440]];
  const [unit, size] = units.find(([, size]) => -days >= size) ?? units.at(-1);
  return new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }).format(Math.round(days / size), unit);
}
