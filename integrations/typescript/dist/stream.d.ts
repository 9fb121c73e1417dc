import type { Reply } from "../schema.js";
/** A reply as it is spoken: `for await (const piece of stream)`. Whoever leaves early has heard what was sent: so much of
 * it is remembered as said. */
export declare class ReplyStream implements AsyncIterable<string> {
    #private;
    constructor(lines: AsyncGenerator<string, void, undefined>);
    [Symbol.asyncIterator](): AsyncGenerator<string, void, undefined>;
    /** The whole reply, once it has been spoken. After a `break` out of the stream there is none. */
    get reply(): Reply;
}
