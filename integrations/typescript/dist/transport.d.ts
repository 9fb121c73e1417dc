import type { Content, Name } from "./types.js";
/** Options of a connection. */
export interface Connection {
    /** An API key, if the server needs one. */
    key?: string | undefined;
    /** The workspace to use; the key's own by default. */
    workspace?: string | undefined;
    /** Seconds until an answer must begin; 60 by default. Replies by a slow language model may need more. */
    timeout?: number | undefined;
    /** How often a request is repeated after a failure in passing; 3 by default. Nothing is done twice by that. */
    retries?: number | undefined;
    /** Used in place of the global `fetch`. */
    fetch?: typeof fetch | undefined;
}
type Values = Record<string, unknown>;
/** Sends the operations' requests, and repeats what failed in passing. */
export declare class Transport {
    #private;
    constructor(url: string, options: Connection);
    /** Carry out an operation and return its result. */
    call<R>(name: Name, given: Values, content?: Content): Promise<R>;
    /** Carry out an operation and return its result as text. */
    text(name: Name, given: Values): Promise<string>;
    /** Carry out an operation and yield the lines of its result as they arrive. */
    lines(name: Name, given: Values): AsyncGenerator<string, void, undefined>;
}
export {};
