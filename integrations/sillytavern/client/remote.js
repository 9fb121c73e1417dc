/** Memories on a page. */
const MOST = 500;
/** Something on a server. */
export class Remote {
    transport;
    #place;
    constructor(transport, place) {
        this.transport = transport;
        this.#place = place;
    }
    /** Carry out an operation. */
    ask(name, given, content) {
        return this.transport.call(name, this.at(given), content);
    }
    /** Return arguments with those of the place. */
    at(given) {
        return { ...given, ...this.#place };
    }
    /** Yield memories, reading further pages as needed. */
    async *paged(name, given) {
        let { after, limit: left } = given;
        while (left === undefined || left > 0) {
            const limit = Math.min(MOST, left ?? MOST);
            const page = await this.ask(name, { ...given, after, limit });
            yield* page.items;
            if (left !== undefined)
                left -= page.items.length;
            if (page.next === null)
                return;
            after = page.next;
        }
    }
}
