import type { Problem } from "../schema.js";
/** What a refused request, or one that couldn't be answered, throws. Aborted ones throw the signal's own reason. */
export declare class SoulkeepError extends Error {
    /** A word for programs, as in the table of docs/server.md: "unknown-character", "too-many", …; "unavailable" if the
     * server can't be reached or took too long, "unreadable" if its answer can't be read, "broken-off" if a stream was left before its end, "not-sent" if nothing
     * was sent. */
    readonly kind: string;
    /** What to do. */
    readonly hint: string;
    /** The HTTP status; 0 if there was no answer. */
    readonly status: number;
    /** Whether the same request may succeed later. */
    readonly retryable: boolean;
    /** Of a request that doesn't fit: where, and what. */
    readonly errors: readonly {
        at?: string;
        message?: string;
    }[];
    constructor(message: string, about: {
        kind: string;
        hint?: string;
        status?: number;
        retryable?: boolean;
        errors?: readonly {
            at?: string;
            message?: string;
        }[];
        cause?: unknown;
    });
    /** Return the error of a problem, as the server sent it. */
    static of(problem: Partial<Problem>, status: number): SoulkeepError;
}
