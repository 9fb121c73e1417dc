import { Character } from "./character.js";
import { SoulkeepError } from "./errors.js";
import { Remote } from "./remote.js";
import { Transport } from "./transport.js";
import { World } from "./world.js";
/** A keep on a server, made by `connect`. */
export class Keep extends Remote {
    constructor(url, options = {}) {
        super(new Transport(url, options), {});
    }
    /** Return a character, making it if need be; what is given is set. To make or change one, the key needs the right to
     * admin. */
    async character(id, { create = true, signal, ...given } = {}) {
        const asked = { character: id, signal };
        const changes = Object.values(given).some((value) => value !== undefined && value !== null);
        let profile;
        if (!create || !changes) {
            try {
                profile = await this.ask("character", asked);
            }
            catch (error) {
                if (!create || !(error instanceof SoulkeepError && error.kind === "unknown-character"))
                    throw error;
            }
        }
        if (!profile || changes)
            profile = await this.ask("define", { ...given, ...asked });
        return new Character(this.transport, profile);
    }
    /** Return the characters that the key reaches. */
    async characters(options = {}) {
        return (await this.ask("characters", options)).map((profile) => new Character(this.transport, profile));
    }
    /** Return the ids of the people whom a character knows. */
    people(character, options = {}) {
        return this.ask("people", { ...options, character });
    }
    world(name) {
        return new World(this.transport, name);
    }
    worlds(options = {}) {
        return this.ask("worlds", options);
    }
    /** Erase all that is known of a person (to one character, if that is named), a character, or a world. */
    erase(whom) {
        const { person, character, world, answers, signal } = whom;
        if (world !== undefined) {
            if (person === undefined && character === undefined)
                return this.ask("erase_world", { world, signal });
        }
        else if (person !== undefined) {
            return this.ask("erase", { person, character, answers, signal });
        }
        else if (character !== undefined) {
            return this.ask("erase_character", { character, signal });
        }
        const hint = "Give person, character, both, or world.";
        return Promise.reject(new SoulkeepError("Erase whom?", { kind: "not-sent", hint }));
    }
    /** Yield an export's rows, as they arrive. */
    async *export(options = {}) {
        for await (const line of this.transport.lines("export", { ...options })) {
            yield JSON.parse(line);
        }
    }
    /** Take in an export: its file, or its rows. */
    takeIn(rows, options = {}) {
        const content = isContent(rows) ? rows : [...rows].map((row) => `${JSON.stringify(row)}\n`).join("");
        return this.ask("take_in", options, content);
    }
    /** Take in any file: a card, a lorebook, a chat, a text, RDF, an export. */
    importFile(file, options = {}) {
        return this.ask("import_file", options, file);
    }
    /** Tell what a file is. Nothing is stored. */
    whatIs(file, options = {}) {
        return this.ask("what_is", options, file);
    }
    // -- upkeep
    health(options = {}) {
        return this.ask("health", options);
    }
    stats(options = {}) {
        return this.ask("stats", options);
    }
    /** Return what language models were asked, by role. */
    usage(options = {}) {
        return this.ask("usage", options);
    }
    /** Return what the rules of retention would delete now. */
    expiring(options = {}) {
        return this.ask("expiring", options);
    }
    /** Return the work that waits, or was given up. */
    jobs(options = {}) {
        return this.ask("jobs", options);
    }
    /** Do the work that waits; return what is left. */
    settle(options = {}) {
        return this.ask("settle", options);
    }
    // -- keys and workspaces
    apiKeys(options = {}) {
        return this.ask("api_keys", options);
    }
    /** Make a key. Its `secret` is told only here. */
    createKey(name, options = {}) {
        return this.ask("create_key", { ...options, name });
    }
    /** Give a key a new secret; the old one opens for `grace_seconds` more. */
    rotateKey(id, options = {}) {
        return this.ask("rotate_key", { ...options, id });
    }
    revokeKey(id, options = {}) {
        return this.ask("revoke_key", { ...options, id });
    }
    workspaces(options = {}) {
        return this.ask("workspaces", options);
    }
    createWorkspace(name, options = {}) {
        return this.ask("create_workspace", { ...options, name });
    }
}
/** Return a keep on a server (`soulkeep serve`). */
export function connect(url, options = {}) {
    return new Keep(url, options);
}
function isContent(value) {
    return (typeof value === "string" ||
        value instanceof Blob ||
        value instanceof ArrayBuffer ||
        value instanceof Uint8Array);
}
