import { Episodes, Knowledge, Stories } from "./parts.js";
import { Remote } from "./remote.js";
import { ReplyStream } from "./stream.js";
/** A character on a server, made by `Keep.character`. */
export class Character extends Remote {
    /** What the server knows of it. */
    profile;
    #recipe;
    constructor(transport, profile, recipe) {
        super(transport, { character: profile.id });
        this.profile = profile;
        this.#recipe = recipe;
    }
    get id() {
        return this.profile.id;
    }
    get name() {
        return this.profile.name;
    }
    /** Return the same character recalling, narrating and replying by a recipe, such as "mimir". */
    under(recipe) {
        return new Character(this.transport, this.profile, recipe);
    }
    // -- perceiving and learning
    /** Remember what was said. It is on the server's disk, and can be found, once the promise is fulfilled. */
    observe(text, options = {}) {
        return this.ask("observe", { ...options, text });
    }
    /** Remember several turns, or chat completions' messages (with a `role`), in the order in which they were said. */
    observeMany(turns, options = {}) {
        const messages = turns.length > 0 && turns.every((turn) => "role" in turn);
        return this.ask("observe_many", { ...options, ...(messages ? { messages: turns } : { turns }) });
    }
    /** Say what a person is called, where their id is no name, and where their clock stands. */
    introduce(person, options = {}) {
        return this.ask("introduce", { ...options, person });
    }
    /** Learn a text, passage by passage. */
    learn(text, options) {
        return this.ask("learn", { ...options, text });
    }
    /** Take in RDF data. */
    know(data, options) {
        return this.ask("know", options, data);
    }
    /** The RDF data that the character knows. */
    get knowledge() {
        return new Knowledge(this.transport, { character: this.id });
    }
    /** Give the character a story, as YAML; return its id. */
    async stage(story, options = {}) {
        return (await this.ask("stage", options, story))["id"] ?? "";
    }
    /** The character's stories. */
    get stories() {
        return new Stories(this.transport, { character: this.id });
    }
    // -- recalling
    /** Return what comes to mind with a question, best first, and why. */
    recall(question, options = {}) {
        return this.ask("recall", this.#by({ ...options, question }));
    }
    /** Tell what comes to mind with a question, or what came up in a recall before. */
    narrate(question, options = {}) {
        const asked = typeof question === "string" ? { question } : { recall: question };
        return this.ask("narrate", this.#by({ ...options, ...asked }));
    }
    /** Return plans whose time has come. */
    due(options = {}) {
        return this.ask("due", options);
    }
    /** Return facts that hold, or held. */
    facts(options = {}) {
        return this.ask("facts", options);
    }
    // -- memories one by one
    /** Yield memories in stored order, reading further pages as needed. */
    memories(options = {}) {
        return this.paged("memories", this.at(options));
    }
    memory(id, options = {}) {
        return this.ask("memory", { ...options, id });
    }
    /** Return the conversations. */
    sessions(options = {}) {
        return this.ask("sessions", options);
    }
    /** Return what became of a memory. */
    history(id, options = {}) {
        return this.ask("history", { ...options, id });
    }
    /** Change a memory: its text, its importance, its notes, or whether it is pinned. */
    amend(id, text, options = {}) {
        return this.ask("amend", { ...options, id, text });
    }
    /** Keep a memory from fading. */
    pin(id, options = {}) {
        return this.ask("pin", { ...options, id });
    }
    unpin(id, options = {}) {
        return this.ask("unpin", { ...options, id });
    }
    /** Delete a memory for good, with what was made of it; return how many went. */
    async delete(id, options = {}) {
        return (await this.ask("delete", { ...options, id })).deleted;
    }
    /** Let one memory go, or the first in an order of fading. Recalls hold them back; `restore` brings them back. */
    forget(options = {}) {
        return options.id === undefined ? this.ask("forget", options) : this.ask("forget_memory", options);
    }
    restore(id, options = {}) {
        return this.ask("restore", { ...options, id });
    }
    /** Return how much of a memory is left, 0…1. */
    async retention(memory, options = {}) {
        return (await this.ask("retention", { ...options, id: memory.id, person: memory.person })).retention;
    }
    /** Return the memories that are suspect. */
    quarantine(options = {}) {
        return this.ask("quarantine", options);
    }
    /** Take a suspect memory for what it says. */
    release(id, options = {}) {
        return this.ask("release", { ...options, id });
    }
    /** Conclude from what was perceived. */
    reflect(options = {}) {
        return this.ask("reflect", options);
    }
    /** Merge memories that are alike. */
    consolidate(options = {}) {
        return this.ask("consolidate", options);
    }
    // -- feelings
    mood(options = {}) {
        return this.ask("mood", options);
    }
    /** Return the bond with a person: `bond("anna")`, or `bond({ person: "anna" })`. */
    bond(person, options = {}) {
        return this.ask("bond", typeof person === "string" ? { ...options, person } : { ...options, ...person });
    }
    /** Set what the character feels. */
    feel(options = {}) {
        return this.ask("feel", options);
    }
    /** Return mood and bond over time. */
    course(options = {}) {
        return this.ask("course", options);
    }
    // -- episodes
    /** The character's past with a person, as episodes. */
    episodes(facing = {}) {
        return new Episodes(this.transport, this.id, facing);
    }
    // -- speaking
    reply(text, options = {}) {
        return this.ask("reply", this.#by({ ...options, text }));
    }
    /** Reply piece by piece. */
    stream(text, options = {}) {
        return new ReplyStream(this.transport.lines("reply", this.at(this.#by({ ...options, text, stream: true }))));
    }
    /** Let the character speak first, if a story has something to say now; null if it hasn't. */
    begin(options = {}) {
        return this.ask("begin", options);
    }
    /** Return the messages that a language model of yours needs to speak as the character. Nothing is stored. */
    context(text, options = {}) {
        return this.ask("context", { ...options, text });
    }
    /** Return how well the character's answers rest on its memories. */
    grounding(options = {}) {
        return this.ask("grounding", options);
    }
    #by(given) {
        return this.#recipe === undefined ? given : { ...given, recipe: this.#recipe };
    }
}
