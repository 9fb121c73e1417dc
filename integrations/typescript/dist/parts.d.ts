import type { Answers, Episode, Interest, Known, Pattern, Similar, StoryEvent, Understanding } from "../schema.js";
import { Remote } from "./remote.js";
import type { Transport } from "./transport.js";
import type { Asking, Options } from "./types.js";
/** The past of a character with a person, made by `Character.episodes`. */
export declare class Episodes extends Remote {
    #private;
    constructor(transport: Transport, character: string, facing: {
        person?: string | null;
        time?: string | Date;
    });
    /** Return all episodes, in order. */
    all(options?: Asking): Promise<Episode[]>;
    /** Return those of a time in words, such as "this month". */
    during(when: string, options?: Asking): Promise<Episode[]>;
    /** Return what led to an episode (`back`), or what came of it. */
    trace(id: string, options?: Asking & {
        back?: boolean;
    }): Promise<Episode[]>;
    similar(text: string, options?: Asking): Promise<Similar[]>;
    patterns(text: string, options?: Asking): Promise<Pattern[]>;
    interests(options?: Asking & {
        kind?: string;
    }): Promise<Interest[]>;
    /** Return all of it as RDF, in TriG. */
    trig(options?: Asking): Promise<string>;
    understand(text: string, options?: Asking): Promise<Understanding>;
    sparql(query: string, options?: Options<"sparql", "query" | "person">): Promise<Answers>;
}
/** The RDF data of a character. */
export declare class Knowledge extends Remote {
    all(options?: Asking): Promise<Known[]>;
    remove(source: string, options?: Asking): Promise<void>;
}
/** The stories of a character. */
export declare class Stories extends Remote {
    all(options?: Asking): Promise<string[]>;
    remove(story: string, options?: Asking): Promise<boolean>;
    /** Return what has happened, and what is to come. */
    events(options?: Options<"story">): Promise<StoryEvent[]>;
}
