const TYPE = "urn:soulkeep:problem:";
/** Hints for programs that send requests themselves, by what they speak of, and what to tell users of this client. */
const HERE = [
    ["Authorization:", 'Give it as: connect(url, { key: "sk-soul-…" }).'],
    ["x-soulkeep-workspace", "Leave out workspace."],
    ["/docs lists", 'Is the URL the server\'s address alone, such as "http://localhost:8642"?'],
];
/** What a refused request, or one that couldn't be answered, throws. Aborted ones throw the signal's own reason. */
export class SoulkeepError extends Error {
    /** A word for programs, as in the table of docs/server.md: "unknown-character", "too-many", …; "unavailable" if the
     * server can't be reached or took too long, "unreadable" if its answer can't be read, "broken-off" if a stream was left before its end, "not-sent" if nothing
     * was sent. */
    kind;
    /** What to do. */
    hint;
    /** The HTTP status; 0 if there was no answer. */
    status;
    /** Whether the same request may succeed later. */
    retryable;
    /** Of a request that doesn't fit: where, and what. */
    errors;
    constructor(message, about) {
        super(about.hint ? `${message} ${about.hint}` : message, { cause: about.cause });
        this.name = "SoulkeepError";
        this.kind = about.kind;
        this.hint = about.hint ?? "";
        this.status = about.status ?? 0;
        this.retryable = about.retryable ?? false;
        this.errors = about.errors ?? [];
    }
    /** Return the error of a problem, as the server sent it. */
    static of(problem, status) {
        const told = problem.hint ?? "";
        return new SoulkeepError(problem.detail || `The server answered with HTTP status ${status}.`, {
            kind: (problem.type ?? "").replace(TYPE, ""),
            hint: HERE.find(([of]) => told.includes(of))?.[1] ?? told,
            status,
            retryable: problem.retryable ?? false,
            errors: problem.errors ?? [],
        });
    }
}
