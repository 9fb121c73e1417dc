import type { ApiKey, ErasureReceipt, Expiring, Health, Imported, Job, Look, Spent, StoreStats, TakenIn } from "../schema.js";
import { Character } from "./character.js";
import { Remote } from "./remote.js";
import { type Connection } from "./transport.js";
import type { Asking, Content, Options } from "./types.js";
import { World } from "./world.js";
/** A keep on a server, made by `connect`. */
export declare class Keep extends Remote {
    constructor(url: string, options?: Connection);
    /** Return a character, making it if need be; what is given is set. To make or change one, the key needs the right to
     * admin. */
    character(id: string, { create, signal, ...given }?: Options<"define"> & {
        create?: boolean;
    }): Promise<Character>;
    /** Return the characters that the key reaches. */
    characters(options?: Asking): Promise<Character[]>;
    /** Return the ids of the people whom a character knows. */
    people(character: string, options?: Asking): Promise<string[]>;
    world(name: string): World;
    worlds(options?: Asking): Promise<string[]>;
    /** Erase all that is known of a person (to one character, if that is named), a character, or a world. */
    erase(whom: Asking & {
        person?: string;
        character?: string;
        world?: string;
        answers?: string;
    }): Promise<ErasureReceipt>;
    /** Yield an export's rows, as they arrive. */
    export(options?: Options<"export"> & {
        character?: string;
        world?: string;
    }): AsyncGenerator<Record<string, unknown>, void, undefined>;
    /** Take in an export: its file, or its rows. */
    takeIn(rows: Content | Iterable<object>, options?: Asking): Promise<TakenIn>;
    /** Take in any file: a card, a lorebook, a chat, a text, RDF, an export. */
    importFile(file: Content, options?: Options<"import_file"> & {
        character?: string;
        world?: string;
    }): Promise<Imported | TakenIn>;
    /** Tell what a file is. Nothing is stored. */
    whatIs(file: Content, options?: Options<"what_is">): Promise<Look>;
    health(options?: Asking): Promise<Health>;
    stats(options?: Asking): Promise<StoreStats>;
    /** Return what language models were asked, by role. */
    usage(options?: Asking): Promise<{
        [role: string]: Spent;
    }>;
    /** Return what the rules of retention would delete now. */
    expiring(options?: Options<"expiring">): Promise<Expiring>;
    /** Return the work that waits, or was given up. */
    jobs(options?: Asking): Promise<Job[]>;
    /** Do the work that waits; return what is left. */
    settle(options?: Options<"settle">): Promise<Job[]>;
    apiKeys(options?: Asking): Promise<ApiKey[]>;
    /** Make a key. Its `secret` is told only here. */
    createKey(name: string, options?: Options<"create_key", "name">): Promise<ApiKey>;
    /** Give a key a new secret; the old one opens for `grace_seconds` more. */
    rotateKey(id: string, options?: Options<"rotate_key">): Promise<ApiKey>;
    revokeKey(id: string, options?: Asking): Promise<ApiKey>;
    workspaces(options?: Asking): Promise<string[]>;
    createWorkspace(name: string, options?: Asking): Promise<string[]>;
}
/** Return a keep on a server (`soulkeep serve`). */
export declare function connect(url: string, options?: Connection): Keep;
