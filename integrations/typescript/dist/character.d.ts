import type { Bond, Change, Context, Due, Fact, Felt, Grounding, Known, Learned, Memory, Mood, Narrative, Observed, Person, Profile, Recall, Reply, Session, TurnBody } from "../schema.js";
import { Episodes, Knowledge, Stories } from "./parts.js";
import { Remote } from "./remote.js";
import { ReplyStream } from "./stream.js";
import type { Transport } from "./transport.js";
import type { Asking, Content, Options } from "./types.js";
type Facing = Asking & {
    person?: string | null | undefined;
};
/** A character on a server, made by `Keep.character`. */
export declare class Character extends Remote {
    #private;
    /** What the server knows of it. */
    readonly profile: Profile;
    constructor(transport: Transport, profile: Profile, recipe?: string);
    get id(): string;
    get name(): string;
    /** Return the same character recalling, narrating and replying by a recipe, such as "mimir". */
    under(recipe: string): Character;
    /** Remember what was said. It is on the server's disk, and can be found, once the promise is fulfilled. */
    observe(text: string, options?: Options<"observe", "text"> & {
        id?: string | undefined;
    }): Promise<Observed>;
    /** Remember several turns, or chat completions' messages (with a `role`), in the order in which they were said. */
    observeMany(turns: readonly (TurnBody | {
        role: string;
        [name: string]: unknown;
    })[], options?: Options<"observe_many", "turns" | "messages">): Promise<Observed[]>;
    /** Say what a person is called, where their id is no name, and where their clock stands. */
    introduce(person: string, options?: Options<"introduce", "person">): Promise<Person>;
    /** Learn a text, passage by passage. */
    learn(text: string, options: Options<"learn", "text">): Promise<Learned>;
    /** Take in RDF data. */
    know(data: Content, options: Options<"know">): Promise<Known>;
    /** The RDF data that the character knows. */
    get knowledge(): Knowledge;
    /** Give the character a story, as YAML; return its id. */
    stage(story: Content, options?: Asking): Promise<string>;
    /** The character's stories. */
    get stories(): Stories;
    /** Return what comes to mind with a question, best first, and why. */
    recall(question: string, options?: Options<"recall", "question">): Promise<Recall>;
    /** Tell what comes to mind with a question, or what came up in a recall before. */
    narrate(question: string | Recall, options?: Options<"narrate", "question" | "recall">): Promise<Narrative>;
    /** Return plans whose time has come. */
    due(options?: Options<"due">): Promise<Due[]>;
    /** Return facts that hold, or held. */
    facts(options?: Options<"facts">): Promise<Fact[]>;
    /** Yield memories in stored order, reading further pages as needed. */
    memories(options?: Options<"memories">): AsyncGenerator<Memory, void, undefined>;
    memory(id: string, options?: Facing): Promise<Memory>;
    /** Return the conversations. */
    sessions(options?: Facing): Promise<Session[]>;
    /** Return what became of a memory. */
    history(id: string, options?: Facing): Promise<Change[]>;
    /** Change a memory: its text, its importance, its notes, or whether it is pinned. */
    amend(id: string, text: string | null, options?: Options<"amend", "text">): Promise<Memory>;
    /** Keep a memory from fading. */
    pin(id: string, options?: Facing): Promise<Memory>;
    unpin(id: string, options?: Facing): Promise<Memory>;
    /** Delete a memory for good, with what was made of it; return how many went. */
    delete(id: string, options?: Options<"delete">): Promise<number>;
    /** Let one memory go, or the first in an order of fading. Recalls hold them back; `restore` brings them back. */
    forget(options?: Options<"forget"> & {
        id?: string | undefined;
    }): Promise<Memory[]>;
    restore(id: string, options?: Facing): Promise<Memory>;
    /** Return how much of a memory is left, 0…1. */
    retention(memory: Memory, options?: Options<"retention", "person">): Promise<number>;
    /** Return the memories that are suspect. */
    quarantine(options?: Facing): Promise<Memory[]>;
    /** Take a suspect memory for what it says. */
    release(id: string, options?: Facing): Promise<Memory>;
    /** Conclude from what was perceived. */
    reflect(options?: Options<"reflect">): Promise<Memory[]>;
    /** Merge memories that are alike. */
    consolidate(options?: Options<"consolidate">): Promise<Memory[]>;
    mood(options?: Options<"mood">): Promise<Mood>;
    /** Return the bond with a person: `bond("anna")`, or `bond({ person: "anna" })`. */
    bond(person: string | Options<"bond">, options?: Omit<Options<"bond">, "person">): Promise<Bond>;
    /** Set what the character feels. */
    feel(options?: Options<"feel">): Promise<void>;
    /** Return mood and bond over time. */
    course(options?: Options<"course">): Promise<Felt[]>;
    /** The character's past with a person, as episodes. */
    episodes(facing?: {
        person?: string | null;
        time?: string | Date;
    }): Episodes;
    reply(text: string, options?: Options<"reply", "text" | "stream"> & {
        id?: string | undefined;
    }): Promise<Reply>;
    /** Reply piece by piece. */
    stream(text: string, options?: Options<"reply", "text" | "stream"> & {
        id?: string | undefined;
    }): ReplyStream;
    /** Let the character speak first, if a story has something to say now; null if it hasn't. */
    begin(options?: Options<"begin">): Promise<Reply | null>;
    /** Return the messages that a language model of yours needs to speak as the character. Nothing is stored. */
    context(text: string, options?: Options<"context", "text"> & {
        id?: string | undefined;
    }): Promise<Context>;
    /** Return how well the character's answers rest on its memories. */
    grounding(options?: Options<"grounding">): Promise<Grounding>;
}
export {};
