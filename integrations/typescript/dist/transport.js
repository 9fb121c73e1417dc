import { SoulkeepError } from "./errors.js";
import { OPERATIONS } from "./operations.js";
/** Kinds of errors of services behind the server, which has tried again already. */
const NOT_AGAIN = ["chat-", "bad-answer", "embedder-"];
/** Most seconds to wait before a request is repeated. */
const LONGEST = 10;
/** Longest `Soulkeep-Tenant`. */
const TENANT = 200;
/** Sends the operations' requests, and repeats what failed in passing. */
export class Transport {
    #url;
    #options;
    constructor(url, options) {
        if (!/^https?:\/\//.test(url)) {
            throw notSent(`${url.slice(0, 200)} is no server's URL.`, 'Give one such as "http://localhost:8642".');
        }
        // Other clients are given the address of an API's version: here all paths have it.
        this.#url = url.replace(/\/+$/, "").replace(/\/+v1$/, "");
        this.#options = options;
    }
    /** Carry out an operation and return its result. */
    async call(name, given, content) {
        const response = await this.#answered(this.#request(name, given, content));
        return (response.status === 204 ? undefined : await readable(() => response.json(), given));
    }
    /** Carry out an operation and return its result as text. */
    async text(name, given) {
        const response = await this.#answered(this.#request(name, given));
        return readable(() => response.text(), given);
    }
    /** Carry out an operation and yield the lines of its result as they arrive. */
    async *lines(name, given) {
        const left = new AbortController();
        const signal = either(left.signal, signalOf(given));
        try {
            const response = await this.#answered(this.#request(name, { ...given, signal }));
            const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
            let begun = "";
            for (;;) {
                const { done, value } = (await readable(async () => reader?.read(), { signal })) ?? { done: true };
                if (done)
                    break;
                // Only a line feed ends a line; texts contain other separators.
                const pieces = (begun + value).split("\n");
                begun = pieces.pop() ?? "";
                yield* pieces;
            }
            if (begun)
                yield begun;
        }
        finally {
            left.abort();
        }
    }
    #request(name, given, content) {
        const operation = OPERATIONS[name];
        const { signal, ...values } = given;
        if ("0" in values) {
            const text = Object.entries(values).filter(([name]) => /^\d+$/.test(name)).map(([, sign]) => sign).join("");
            throw notSent(`${JSON.stringify(text).slice(0, 80)} is no options.`, 'Write an object: { person: "anna" }.');
        }
        const path = operation.path.replace(/\{(\w+)\}/g, (_, part) => quoted(values[part]));
        const named = new Set([...operation.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]));
        const query = {};
        const body = {};
        const inBody = operation.sends === "body" || operation.sends === "patch";
        for (const [key, value] of Object.entries(values)) {
            if (named.has(key) || value === undefined || value === null)
                continue;
            const there = inBody && !(operation.sends === "patch" && key === "person") ? body : query;
            there[key] = value;
        }
        const headers = {};
        const { key, workspace } = this.#options;
        if (key)
            headers["Authorization"] = `Bearer ${key}`;
        if (workspace)
            headers["X-Soulkeep-Workspace"] = workspace;
        const tenant = tenantOf(values["character"], values["person"], workspace);
        if (tenant)
            headers["Soulkeep-Tenant"] = tenant;
        if (!operation.again)
            headers["Idempotency-Key"] = crypto.randomUUID();
        const sent = {
            method: operation.method,
            url: `${this.#url}/v1${path}${searched(query)}`,
            headers,
            signal: signal,
        };
        if (inBody) {
            headers["Content-Type"] = "application/json";
            sent.body = JSON.stringify(body);
        }
        else if (content !== undefined) {
            headers["Content-Type"] = "application/octet-stream";
            sent.body = content;
        }
        return sent;
    }
    /** Return the response to a request, which is repeated after failures in passing. */
    async #answered(sent) {
        const retries = this.#options.retries ?? 3;
        for (let attempt = 0;; attempt++) {
            const last = attempt >= retries;
            let wait = pause(attempt);
            try {
                const response = await this.#fetched(sent);
                if (response.ok)
                    return response;
                const error = SoulkeepError.of(await problemOf(response), response.status);
                const again = error.retryable && !NOT_AGAIN.some((kind) => error.kind.startsWith(kind));
                if (last || !again)
                    throw error;
                wait = Math.max(wait, waitOf(response));
            }
            catch (error) {
                const passing = error instanceof SoulkeepError && error.kind === "unavailable";
                if (last || !passing)
                    throw error;
            }
            await sleep(wait, sent.signal);
        }
    }
    /** Return the response to a request, sent once. */
    async #fetched({ url, signal, ...sent }) {
        signal?.throwIfAborted();
        const late = new AbortController();
        const timer = setTimeout(() => late.abort(), (this.#options.timeout ?? 60) * 1000);
        try {
            const send = this.#options.fetch ?? globalThis.fetch.bind(globalThis);
            return await send(url, { ...sent, signal: either(late.signal, signal) });
        }
        catch (error) {
            signal?.throwIfAborted();
            throw unavailable(late.signal.aborted ? "it took too long" : detailOf(error), error);
        }
        finally {
            clearTimeout(timer);
        }
    }
}
/** Return the result of reading an answer, or throw that it can't be read. */
async function readable(read, given) {
    try {
        return await read();
    }
    catch (error) {
        signalOf(given)?.throwIfAborted();
        if (error instanceof SyntaxError) {
            throw new SoulkeepError("The server's answer can't be read.", {
                kind: "unreadable",
                hint: "Is this a soulkeep server? What was asked was done all the same.",
                cause: error,
            });
        }
        throw unavailable(detailOf(error), error);
    }
}
function unavailable(detail, cause) {
    return new SoulkeepError(`The server can't be reached: ${detail.slice(0, 200)}.`, {
        kind: "unavailable",
        hint: "Is it running, and is the URL right? What was asked may have been done all the same.",
        retryable: true,
        cause,
    });
}
function notSent(message, hint) {
    return new SoulkeepError(message, { kind: "not-sent", hint });
}
function detailOf(error) {
    const { message, cause } = error;
    return cause?.message || cause?.code || message || String(error);
}
function signalOf(given) {
    return given["signal"];
}
/** Return a signal that is aborted when one of two is. */
function either(one, other) {
    if (!other)
        return one;
    const both = new AbortController();
    for (const signal of [one, other]) {
        if (signal.aborted)
            both.abort(signal.reason);
        signal.addEventListener("abort", () => both.abort(signal.reason), { once: true, signal: both.signal });
    }
    return both.signal;
}
/** Return an id as a part of a path. */
function quoted(part) {
    if (typeof part !== "string" || !part.trim() || part === "." || part === "..") {
        throw notSent(`${JSON.stringify(part)?.slice(0, 80)} can't be an id.`, 'Give one such as "anna".');
    }
    return escaped(part);
}
function escaped(text) {
    try {
        return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
    }
    catch {
        throw notSent("An id holds half a surrogate pair, which is no character.", "Repair it.");
    }
}
/** Return the tenant of a character facing a person, by which load balancers find its worker; "" if there is none. */
function tenantOf(character, person, workspace) {
    if (typeof character !== "string")
        return "";
    const parts = typeof person === "string" ? [character, person] : [character];
    const tenant = (workspace ? `${escaped(workspace)}/` : "") + parts.map(escaped).join("@");
    return tenant.length <= TENANT ? tenant : "";
}
/** Return the query of an URL. */
function searched(query) {
    const params = new URLSearchParams();
    for (const [name, value] of Object.entries(query)) {
        for (const one of Array.isArray(value) ? value : [value]) {
            params.append(name, one instanceof Date ? one.toISOString() : String(one));
        }
    }
    return params.size ? `?${params}` : "";
}
/** Return the problem in a response; if it isn't soulkeep's, only its status. */
async function problemOf(response) {
    const { status } = response;
    const content = await response.json().catch(() => null);
    if (typeof content === "object" && content !== null && "detail" in content)
        return content;
    return { hint: status === 404 ? "Is this a soulkeep server?" : "", retryable: [429, 502, 503].includes(status) };
}
/** Return the seconds until the next attempt: increasing, and random so that clients don't coincide. */
function pause(attempt) {
    return Math.min(LONGEST, 0.1 * 2 ** attempt) * (0.5 + Math.random() / 2);
}
/** Return the seconds that the server asks to wait. */
function waitOf(response) {
    const header = response.headers.get("retry-after") ?? "";
    return /^\d+$/.test(header) ? Math.min(LONGEST, Number(header)) : 0;
}
function sleep(seconds, signal) {
    return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
            signal?.removeEventListener("abort", ended);
            resolve();
        }, seconds * 1000);
        const ended = () => {
            clearTimeout(timer);
            reject(signal?.reason);
        };
        signal?.addEventListener("abort", ended, { once: true });
    });
}
