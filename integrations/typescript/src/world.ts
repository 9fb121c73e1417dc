import type { Change, Learned, Memory, WorldStats } from "../schema.js";
import { Remote } from "./remote.js";
import type { Transport } from "./transport.js";
import type { Asking, Options } from "./types.js";

/** Lore that characters share, made by `Keep.world`. */
export class World extends Remote {
  readonly name: string;

  constructor(transport: Transport, name: string) {
    super(transport, { world: name });
    this.name = name;
  }

  learn(text: string, options: Options<"world_learn", "text">): Promise<Learned> {
    return this.ask("world_learn", { ...options, text });
  }

  /** Yield passages in stored order, reading further pages as needed. */
  memories(options: Options<"world_memories"> = {}): AsyncGenerator<Memory, void, undefined> {
    return this.paged("world_memories", this.at(options));
  }

  memory(id: string, options: Asking = {}): Promise<Memory> {
    return this.ask("world_memory", { ...options, id });
  }

  history(id: string, options: Asking = {}): Promise<Change[]> {
    return this.ask("world_history", { ...options, id });
  }

  amend(id: string, text: string, options: Options<"world_amend", "text"> = {}): Promise<Memory> {
    return this.ask("world_amend", { ...options, id, text });
  }

  async delete(id: string, options: Options<"world_delete"> = {}): Promise<number> {
    return (await this.ask("world_delete", { ...options, id }))["deleted"] ?? 0;
  }

  forget(id: string, options: Asking = {}): Promise<Memory[]> {
    return this.ask("world_forget", { ...options, id });
  }

  restore(id: string, options: Asking = {}): Promise<Memory> {
    return this.ask("world_restore", { ...options, id });
  }

  quarantine(options: Asking = {}): Promise<Memory[]> {
    return this.ask("world_quarantine", options);
  }

  release(id: string, options: Asking = {}): Promise<Memory> {
    return this.ask("world_release", { ...options, id });
  }

  stats(options: Asking = {}): Promise<WorldStats> {
    return this.ask("world_stats", options);
  }

  /** Return the ids of the characters that read it. */
  async readers(options: Asking = {}): Promise<string[]> {
    return (await this.stats(options)).readers;
  }
}
