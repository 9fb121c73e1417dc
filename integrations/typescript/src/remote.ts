import type { Memory, Page } from "../schema.js";
import type { Transport } from "./transport.js";
import type { Content, Name, Result } from "./types.js";

type Values = Record<string, unknown>;

/** Memories on a page. */
const MOST = 500;

/** Something on a server. */
export class Remote {
  protected readonly transport: Transport;
  readonly #place: Values;

  constructor(transport: Transport, place: Values) {
    this.transport = transport;
    this.#place = place;
  }

  /** Carry out an operation. */
  protected ask<N extends Name>(name: N, given: object, content?: Content): Promise<Result<N>> {
    return this.transport.call<Result<N>>(name, this.at(given), content);
  }

  /** Return arguments with those of the place. */
  protected at(given: object): Values {
    return { ...given, ...this.#place };
  }

  /** Yield memories, reading further pages as needed. */
  protected async *paged(
    name: "memories" | "world_memories",
    given: { after?: string | null | undefined; limit?: number | undefined },
  ): AsyncGenerator<Memory, void, undefined> {
    let { after, limit: left } = given;
    while (left === undefined || left > 0) {
      const limit = Math.min(MOST, left ?? MOST);
      const page: Page = await this.ask(name, { ...given, after, limit });
      yield* page.items;
      if (left !== undefined) left -= page.items.length;
      if (page.next === null) return;
      after = page.next;
    }
  }
}
