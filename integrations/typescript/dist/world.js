import { Remote } from "./remote.js";
/** Lore that characters share, made by `Keep.world`. */
export class World extends Remote {
    name;
    constructor(transport, name) {
        super(transport, { world: name });
        this.name = name;
    }
    learn(text, options) {
        return this.ask("world_learn", { ...options, text });
    }
    /** Yield passages in stored order, reading further pages as needed. */
    memories(options = {}) {
        return this.paged("world_memories", this.at(options));
    }
    memory(id, options = {}) {
        return this.ask("world_memory", { ...options, id });
    }
    history(id, options = {}) {
        return this.ask("world_history", { ...options, id });
    }
    amend(id, text, options = {}) {
        return this.ask("world_amend", { ...options, id, text });
    }
    async delete(id, options = {}) {
        return (await this.ask("world_delete", { ...options, id }))["deleted"] ?? 0;
    }
    forget(id, options = {}) {
        return this.ask("world_forget", { ...options, id });
    }
    restore(id, options = {}) {
        return this.ask("world_restore", { ...options, id });
    }
    quarantine(options = {}) {
        return this.ask("world_quarantine", options);
    }
    release(id, options = {}) {
        return this.ask("world_release", { ...options, id });
    }
    stats(options = {}) {
        return this.ask("world_stats", options);
    }
    /** Return the ids of the characters that read it. */
    async readers(options = {}) {
        return (await this.stats(options)).readers;
    }
}
