import type { Problem, Reply } from "../schema.js";
import { SoulkeepError } from "./errors.js";

/** A reply as it is spoken: `for await (const piece of stream)`. Whoever leaves early has heard what was sent: so much of
 * it is remembered as said. */
export class ReplyStream implements AsyncIterable<string> {
  readonly #lines: AsyncGenerator<string, void, undefined>;
  #reply: Reply | undefined;
  #begun = false;

  constructor(lines: AsyncGenerator<string, void, undefined>) {
    this.#lines = lines;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<string, void, undefined> {
    let event = "";
    this.#begun = true;
    for await (const line of this.#lines) {
      const at = line.indexOf(": ");
      const [field, value] = [line.slice(0, at), line.slice(at + 2)];
      if (field === "event") event = value;
      if (field !== "data") continue;
      if (event === "delta") yield (JSON.parse(value) as { text: string }).text;
      if (event === "reply") this.#reply = JSON.parse(value) as Reply;
      if (event === "error") {
        const problem = JSON.parse(value) as Problem;
        throw SoulkeepError.of(problem, problem.status);
      }
    }
    if (!this.#reply) {
      throw new SoulkeepError("The reply broke off.", { kind: "unavailable", retryable: true });
    }
  }

  /** The whole reply, once it has been spoken. After a `break` out of the stream there is none. */
  get reply(): Reply {
    if (!this.#reply && this.#begun) {
      const hint = "Read it to its end; what was sent until then is remembered as said.";
      throw new SoulkeepError("The stream was left before its end: there is no whole reply.", { kind: "broken-off", hint });
    }
    if (!this.#reply) {
      throw new SoulkeepError("The reply isn't whole yet.", { kind: "not-sent", hint: "Read the stream to its end." });
    }
    return this.#reply;
  }
}
