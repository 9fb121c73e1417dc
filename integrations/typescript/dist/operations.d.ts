import type { Name } from "./types.js";
/** How an operation is asked for: method, path, where its arguments go, and whether it may be done twice. */
export interface Operation {
    method: string;
    path: string;
    sends: "query" | "body" | "patch" | "content";
    again: boolean;
}
export declare const OPERATIONS: Readonly<Record<Name, Operation>>;
