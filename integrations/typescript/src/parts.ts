import type { Answers, Episode, Interest, Known, Pattern, Similar, StoryEvent, Understanding } from "../schema.js";
import { Remote } from "./remote.js";
import type { Transport } from "./transport.js";
import type { Asking, Options } from "./types.js";

/** The past of a character with a person, made by `Character.episodes`. */
export class Episodes extends Remote {
  readonly #person: string | null | undefined;

  constructor(transport: Transport, character: string, facing: { person?: string | null; time?: string | Date }) {
    super(transport, { character, ...facing });
    this.#person = facing.person;
  }

  /** Return all episodes, in order. */
  all(options: Asking = {}): Promise<Episode[]> {
    return this.ask("episodes", options);
  }

  /** Return those of a time in words, such as "this month". */
  during(when: string, options: Asking = {}): Promise<Episode[]> {
    return this.ask("episodes", { ...options, during: when });
  }

  /** Return what led to an episode (`back`), or what came of it. */
  trace(id: string, options: Asking & { back?: boolean } = {}): Promise<Episode[]> {
    return this.ask("trace", { ...options, id });
  }

  similar(text: string, options: Asking = {}): Promise<Similar[]> {
    return this.ask("similar", { ...options, text });
  }

  patterns(text: string, options: Asking = {}): Promise<Pattern[]> {
    return this.ask("patterns", { ...options, text });
  }

  interests(options: Asking & { kind?: string } = {}): Promise<Interest[]> {
    return this.ask("interests", options);
  }

  /** Return all of it as RDF, in TriG. */
  trig(options: Asking = {}): Promise<string> {
    return this.transport.text("trig", this.at(options));
  }

  understand(text: string, options: Asking = {}): Promise<Understanding> {
    return this.transport.call("understand", this.#facing({ ...options, text }));
  }

  sparql(query: string, options: Options<"sparql", "query" | "person"> = {}): Promise<Answers> {
    return this.transport.call("sparql", this.#facing({ ...options, query }));
  }

  /** Return arguments with the place, but for the time, which these operations don't take. */
  #facing(given: object): Record<string, unknown> {
    return { ...this.at(given), person: this.#person, time: undefined };
  }
}

/** The RDF data of a character. */
export class Knowledge extends Remote {
  all(options: Asking = {}): Promise<Known[]> {
    return this.ask("knows", options);
  }

  remove(source: string, options: Asking = {}): Promise<void> {
    return this.ask("unknow", { ...options, source });
  }
}

/** The stories of a character. */
export class Stories extends Remote {
  all(options: Asking = {}): Promise<string[]> {
    return this.ask("stories", options);
  }

  remove(story: string, options: Asking = {}): Promise<boolean> {
    return this.ask("unstage", { ...options, story });
  }

  /** Return what has happened, and what is to come. */
  events(options: Options<"story"> = {}): Promise<StoryEvent[]> {
    return this.ask("story", options);
  }
}
