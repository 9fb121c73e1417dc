import { SoulkeepError } from "./errors.js";
/** A reply as it is spoken: `for await (const piece of stream)`. Whoever leaves early has heard what was sent: so much of
 * it is remembered as said. */
export class ReplyStream {
    #lines;
    #reply;
    #begun = false;
    constructor(lines) {
        this.#lines = lines;
    }
    async *[Symbol.asyncIterator]() {
        let event = "";
        this.#begun = true;
        for await (const line of this.#lines) {
            const at = line.indexOf(": ");
            const [field, value] = [line.slice(0, at), line.slice(at + 2)];
            if (field === "event")
                event = value;
            if (field !== "data")
                continue;
            if (event === "delta")
                yield JSON.parse(value).text;
            if (event === "reply")
                this.#reply = JSON.parse(value);
            if (event === "error") {
                const problem = JSON.parse(value);
                throw SoulkeepError.of(problem, problem.status);
            }
        }
        if (!this.#reply) {
            throw new SoulkeepError("The reply broke off.", { kind: "unavailable", retryable: true });
        }
    }
    /** The whole reply, once it has been spoken. After a `break` out of the stream there is none. */
    get reply() {
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
