import type { Memory } from "../schema.js";
import type { Transport } from "./transport.js";
import type { Content, Name, Result } from "./types.js";
type Values = Record<string, unknown>;
/** Something on a server. */
export declare class Remote {
    #private;
    protected readonly transport: Transport;
    constructor(transport: Transport, place: Values);
    /** Carry out an operation. */
    protected ask<N extends Name>(name: N, given: object, content?: Content): Promise<Result<N>>;
    /** Return arguments with those of the place. */
    protected at(given: object): Values;
    /** Yield memories, reading further pages as needed. */
    protected paged(name: "memories" | "world_memories", given: {
        after?: string | null | undefined;
        limit?: number | undefined;
    }): AsyncGenerator<Memory, void, undefined>;
}
export {};
