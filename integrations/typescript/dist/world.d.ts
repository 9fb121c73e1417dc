import type { Change, Learned, Memory, WorldStats } from "../schema.js";
import { Remote } from "./remote.js";
import type { Transport } from "./transport.js";
import type { Asking, Options } from "./types.js";
/** Lore that characters share, made by `Keep.world`. */
export declare class World extends Remote {
    readonly name: string;
    constructor(transport: Transport, name: string);
    learn(text: string, options: Options<"world_learn", "text">): Promise<Learned>;
    /** Yield passages in stored order, reading further pages as needed. */
    memories(options?: Options<"world_memories">): AsyncGenerator<Memory, void, undefined>;
    memory(id: string, options?: Asking): Promise<Memory>;
    history(id: string, options?: Asking): Promise<Change[]>;
    amend(id: string, text: string, options?: Options<"world_amend", "text">): Promise<Memory>;
    delete(id: string, options?: Options<"world_delete">): Promise<number>;
    forget(id: string, options?: Asking): Promise<Memory[]>;
    restore(id: string, options?: Asking): Promise<Memory>;
    quarantine(options?: Asking): Promise<Memory[]>;
    release(id: string, options?: Asking): Promise<Memory>;
    stats(options?: Asking): Promise<WorldStats>;
    /** Return the ids of the characters that read it. */
    readers(options?: Asking): Promise<string[]>;
}
