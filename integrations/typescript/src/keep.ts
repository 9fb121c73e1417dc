import type {
  ApiKey, ErasureReceipt, Expiring, Health, Imported, Job, Look, Profile, Spent, StoreStats, TakenIn,
} from "../schema.js";
import { Character } from "./character.js";
import { SoulkeepError } from "./errors.js";
import { Remote } from "./remote.js";
import { Transport, type Connection } from "./transport.js";
import type { Asking, Content, Options } from "./types.js";
import { World } from "./world.js";

/** A keep on a server, made by `connect`. */
export class Keep extends Remote {
  constructor(url: string, options: Connection = {}) {
    super(new Transport(url, options), {});
  }

  /** Return a character, making it if need be; what is given is set. To make or change one, the key needs the right to
   * admin. */
  async character(
    id: string,
    { create = true, signal, ...given }: Options<"define"> & { create?: boolean } = {},
  ): Promise<Character> {
    const asked = { character: id, signal };
    const changes = Object.values(given).some((value) => value !== undefined && value !== null);
    let profile: Profile | undefined;
    if (!create || !changes) {
      try {
        profile = await this.ask("character", asked);
      } catch (error) {
        if (!create || !(error instanceof SoulkeepError && error.kind === "unknown-character")) throw error;
      }
    }
    if (!profile || changes) profile = await this.ask("define", { ...given, ...asked });
    return new Character(this.transport, profile);
  }

  /** Return the characters that the key reaches. */
  async characters(options: Asking = {}): Promise<Character[]> {
    return (await this.ask("characters", options)).map((profile) => new Character(this.transport, profile));
  }

  /** Return the ids of the people whom a character knows. */
  people(character: string, options: Asking = {}): Promise<string[]> {
    return this.ask("people", { ...options, character });
  }

  world(name: string): World {
    return new World(this.transport, name);
  }

  worlds(options: Asking = {}): Promise<string[]> {
    return this.ask("worlds", options);
  }

  /** Erase all that is known of a person (to one character, if that is named), a character, or a world. */
  erase(
    whom: Asking & { person?: string; character?: string; world?: string; answers?: string },
  ): Promise<ErasureReceipt> {
    const { person, character, world, answers, signal } = whom;
    if (world !== undefined) {
      if (person === undefined && character === undefined) return this.ask("erase_world", { world, signal });
    } else if (person !== undefined) {
      return this.ask("erase", { person, character, answers, signal });
    } else if (character !== undefined) {
      return this.ask("erase_character", { character, signal });
    }
    const hint = "Give person, character, both, or world.";
    return Promise.reject(new SoulkeepError("Erase whom?", { kind: "not-sent", hint }));
  }

  /** Yield an export's rows, as they arrive. */
  async *export(options: Options<"export"> & { character?: string; world?: string } = {}): AsyncGenerator<
    Record<string, unknown>,
    void,
    undefined
  > {
    for await (const line of this.transport.lines("export", { ...options })) {
      yield JSON.parse(line) as Record<string, unknown>;
    }
  }

  /** Take in an export: its file, or its rows. */
  takeIn(rows: Content | Iterable<object>, options: Asking = {}): Promise<TakenIn> {
    const content = isContent(rows) ? rows : [...rows].map((row) => `${JSON.stringify(row)}\n`).join("");
    return this.ask("take_in", options, content);
  }

  /** Take in any file: a card, a lorebook, a chat, a text, RDF, an export. */
  importFile(
    file: Content,
    options: Options<"import_file"> & { character?: string; world?: string } = {},
  ): Promise<Imported | TakenIn> {
    return this.ask("import_file", options, file);
  }

  /** Tell what a file is. Nothing is stored. */
  whatIs(file: Content, options: Options<"what_is"> = {}): Promise<Look> {
    return this.ask("what_is", options, file);
  }

  // -- upkeep

  health(options: Asking = {}): Promise<Health> {
    return this.ask("health", options);
  }

  stats(options: Asking = {}): Promise<StoreStats> {
    return this.ask("stats", options);
  }

  /** Return what language models were asked, by role. */
  usage(options: Asking = {}): Promise<{ [role: string]: Spent }> {
    return this.ask("usage", options);
  }

  /** Return what the rules of retention would delete now. */
  expiring(options: Options<"expiring"> = {}): Promise<Expiring> {
    return this.ask("expiring", options);
  }

  /** Return the work that waits, or was given up. */
  jobs(options: Asking = {}): Promise<Job[]> {
    return this.ask("jobs", options);
  }

  /** Do the work that waits; return what is left. */
  settle(options: Options<"settle"> = {}): Promise<Job[]> {
    return this.ask("settle", options);
  }

  // -- keys and workspaces

  apiKeys(options: Asking = {}): Promise<ApiKey[]> {
    return this.ask("api_keys", options);
  }

  /** Make a key. Its `secret` is told only here. */
  createKey(name: string, options: Options<"create_key", "name"> = {}): Promise<ApiKey> {
    return this.ask("create_key", { ...options, name });
  }

  /** Give a key a new secret; the old one opens for `grace_seconds` more. */
  rotateKey(id: string, options: Options<"rotate_key"> = {}): Promise<ApiKey> {
    return this.ask("rotate_key", { ...options, id });
  }

  revokeKey(id: string, options: Asking = {}): Promise<ApiKey> {
    return this.ask("revoke_key", { ...options, id });
  }

  workspaces(options: Asking = {}): Promise<string[]> {
    return this.ask("workspaces", options);
  }

  createWorkspace(name: string, options: Asking = {}): Promise<string[]> {
    return this.ask("create_workspace", { ...options, name });
  }
}

/** Return a keep on a server (`soulkeep serve`). */
export function connect(url: string, options: Connection = {}): Keep {
  return new Keep(url, options);
}

function isContent(value: Content | Iterable<object>): value is Content {
  return (
    typeof value === "string" ||
    value instanceof Blob ||
    value instanceof ArrayBuffer ||
    (value as object) instanceof Uint8Array
  );
}
