import type {
  Bond, Change, Context, Due, Fact, Felt, Grounding, Known, Learned, Memory, Mood, Narrative, Observed, Person, Profile,
  Recall, Reply, Session, TurnBody,
} from "../schema.js";
import { Episodes, Knowledge, Stories } from "./parts.js";
import { Remote } from "./remote.js";
import { ReplyStream } from "./stream.js";
import type { Transport } from "./transport.js";
import type { Asking, Content, Options } from "./types.js";

type Facing = Asking & { person?: string | null | undefined };

/** A character on a server, made by `Keep.character`. */
export class Character extends Remote {
  /** What the server knows of it. */
  readonly profile: Profile;
  readonly #recipe: string | undefined;

  constructor(transport: Transport, profile: Profile, recipe?: string) {
    super(transport, { character: profile.id });
    this.profile = profile;
    this.#recipe = recipe;
  }

  get id(): string {
    return this.profile.id;
  }

  get name(): string {
    return this.profile.name;
  }

  /** Return the same character recalling, narrating and replying by a recipe, such as "mimir". */
  under(recipe: string): Character {
    return new Character(this.transport, this.profile, recipe);
  }

  // -- perceiving and learning

  /** Remember what was said. It is on the server's disk, and can be found, once the promise is fulfilled. */
  observe(text: string, options: Options<"observe", "text"> & { id?: string | undefined } = {}): Promise<Observed> {
    return this.ask("observe", { ...options, text });
  }

  /** Remember several turns, or chat completions' messages (with a `role`), in the order in which they were said. */
  observeMany(
    turns: readonly (TurnBody | { role: string; [name: string]: unknown })[],
    options: Options<"observe_many", "turns" | "messages"> = {},
  ): Promise<Observed[]> {
    const messages = turns.length > 0 && turns.every((turn) => "role" in turn);
    return this.ask("observe_many", { ...options, ...(messages ? { messages: turns } : { turns }) });
  }

  /** Say what a person is called, where their id is no name, and where their clock stands. */
  introduce(person: string, options: Options<"introduce", "person"> = {}): Promise<Person> {
    return this.ask("introduce", { ...options, person });
  }

  /** Learn a text, passage by passage. */
  learn(text: string, options: Options<"learn", "text">): Promise<Learned> {
    return this.ask("learn", { ...options, text });
  }

  /** Take in RDF data. */
  know(data: Content, options: Options<"know">): Promise<Known> {
    return this.ask("know", options, data);
  }

  /** The RDF data that the character knows. */
  get knowledge(): Knowledge {
    return new Knowledge(this.transport, { character: this.id });
  }

  /** Give the character a story, as YAML; return its id. */
  async stage(story: Content, options: Asking = {}): Promise<string> {
    return (await this.ask("stage", options, story))["id"] ?? "";
  }

  /** The character's stories. */
  get stories(): Stories {
    return new Stories(this.transport, { character: this.id });
  }

  // -- recalling

  /** Return what comes to mind with a question, best first, and why. */
  recall(question: string, options: Options<"recall", "question"> = {}): Promise<Recall> {
    return this.ask("recall", this.#by({ ...options, question }));
  }

  /** Tell what comes to mind with a question, or what came up in a recall before. */
  narrate(question: string | Recall, options: Options<"narrate", "question" | "recall"> = {}): Promise<Narrative> {
    const asked = typeof question === "string" ? { question } : { recall: question };
    return this.ask("narrate", this.#by({ ...options, ...asked }));
  }

  /** Return plans whose time has come. */
  due(options: Options<"due"> = {}): Promise<Due[]> {
    return this.ask("due", options);
  }

  /** Return facts that hold, or held. */
  facts(options: Options<"facts"> = {}): Promise<Fact[]> {
    return this.ask("facts", options);
  }

  // -- memories one by one

  /** Yield memories in stored order, reading further pages as needed. */
  memories(options: Options<"memories"> = {}): AsyncGenerator<Memory, void, undefined> {
    return this.paged("memories", this.at(options));
  }

  memory(id: string, options: Facing = {}): Promise<Memory> {
    return this.ask("memory", { ...options, id });
  }

  /** Return the conversations. */
  sessions(options: Facing = {}): Promise<Session[]> {
    return this.ask("sessions", options);
  }

  /** Return what became of a memory. */
  history(id: string, options: Facing = {}): Promise<Change[]> {
    return this.ask("history", { ...options, id });
  }

  /** Change a memory: its text, its importance, its notes, or whether it is pinned. */
  amend(id: string, text: string | null, options: Options<"amend", "text"> = {}): Promise<Memory> {
    return this.ask("amend", { ...options, id, text });
  }

  /** Keep a memory from fading. */
  pin(id: string, options: Facing = {}): Promise<Memory> {
    return this.ask("pin", { ...options, id });
  }

  unpin(id: string, options: Facing = {}): Promise<Memory> {
    return this.ask("unpin", { ...options, id });
  }

  /** Delete a memory for good, with what was made of it; return how many went. */
  async delete(id: string, options: Options<"delete"> = {}): Promise<number> {
    return (await this.ask("delete", { ...options, id })).deleted;
  }

  /** Let one memory go, or the first in an order of fading. Recalls hold them back; `restore` brings them back. */
  forget(options: Options<"forget"> & { id?: string | undefined } = {}): Promise<Memory[]> {
    return options.id === undefined ? this.ask("forget", options) : this.ask("forget_memory", options);
  }

  restore(id: string, options: Facing = {}): Promise<Memory> {
    return this.ask("restore", { ...options, id });
  }

  /** Return how much of a memory is left, 0…1. */
  async retention(memory: Memory, options: Options<"retention", "person"> = {}): Promise<number> {
    return (await this.ask("retention", { ...options, id: memory.id, person: memory.person })).retention;
  }

  /** Return the memories that are suspect. */
  quarantine(options: Facing = {}): Promise<Memory[]> {
    return this.ask("quarantine", options);
  }

  /** Take a suspect memory for what it says. */
  release(id: string, options: Facing = {}): Promise<Memory> {
    return this.ask("release", { ...options, id });
  }

  /** Conclude from what was perceived. */
  reflect(options: Options<"reflect"> = {}): Promise<Memory[]> {
    return this.ask("reflect", options);
  }

  /** Merge memories that are alike. */
  consolidate(options: Options<"consolidate"> = {}): Promise<Memory[]> {
    return this.ask("consolidate", options);
  }

  // -- feelings

  mood(options: Options<"mood"> = {}): Promise<Mood> {
    return this.ask("mood", options);
  }

  /** Return the bond with a person: `bond("anna")`, or `bond({ person: "anna" })`. */
  bond(person: string | Options<"bond">, options: Omit<Options<"bond">, "person"> = {}): Promise<Bond> {
    return this.ask("bond", typeof person === "string" ? { ...options, person } : { ...options, ...person });
  }

  /** Set what the character feels. */
  feel(options: Options<"feel"> = {}): Promise<void> {
    return this.ask("feel", options);
  }

  /** Return mood and bond over time. */
  course(options: Options<"course"> = {}): Promise<Felt[]> {
    return this.ask("course", options);
  }

  // -- episodes

  /** The character's past with a person, as episodes. */
  episodes(facing: { person?: string | null; time?: string | Date } = {}): Episodes {
    return new Episodes(this.transport, this.id, facing);
  }

  // -- speaking

  reply(text: string, options: Options<"reply", "text" | "stream"> & { id?: string | undefined } = {}): Promise<Reply> {
    return this.ask("reply", this.#by({ ...options, text }));
  }

  /** Reply piece by piece. */
  stream(text: string, options: Options<"reply", "text" | "stream"> & { id?: string | undefined } = {}): ReplyStream {
    return new ReplyStream(this.transport.lines("reply", this.at(this.#by({ ...options, text, stream: true }))));
  }

  /** Let the character speak first, if a story has something to say now; null if it hasn't. */
  begin(options: Options<"begin"> = {}): Promise<Reply | null> {
    return this.ask("begin", options);
  }

  /** Return the messages that a language model of yours needs to speak as the character. Nothing is stored. */
  context(text: string, options: Options<"context", "text"> & { id?: string | undefined } = {}): Promise<Context> {
    return this.ask("context", { ...options, text });
  }

  /** Return how well the character's answers rest on its memories. */
  grounding(options: Options<"grounding"> = {}): Promise<Grounding> {
    return this.ask("grounding", options);
  }

  #by(given: object): object {
    return this.#recipe === undefined ? given : { ...given, recipe: this.#recipe };
  }
}
