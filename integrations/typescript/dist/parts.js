import { Remote } from "./remote.js";
/** The past of a character with a person, made by `Character.episodes`. */
export class Episodes extends Remote {
    #person;
    constructor(transport, character, facing) {
        super(transport, { character, ...facing });
        this.#person = facing.person;
    }
    /** Return all episodes, in order. */
    all(options = {}) {
        return this.ask("episodes", options);
    }
    /** Return those of a time in words, such as "this month". */
    during(when, options = {}) {
        return this.ask("episodes", { ...options, during: when });
    }
    /** Return what led to an episode (`back`), or what came of it. */
    trace(id, options = {}) {
        return this.ask("trace", { ...options, id });
    }
    similar(text, options = {}) {
        return this.ask("similar", { ...options, text });
    }
    patterns(text, options = {}) {
        return this.ask("patterns", { ...options, text });
    }
    interests(options = {}) {
        return this.ask("interests", options);
    }
    /** Return all of it as RDF, in TriG. */
    trig(options = {}) {
        return this.transport.text("trig", this.at(options));
    }
    understand(text, options = {}) {
        return this.transport.call("understand", this.#facing({ ...options, text }));
    }
    sparql(query, options = {}) {
        return this.transport.call("sparql", this.#facing({ ...options, query }));
    }
    /** Return arguments with the place, but for the time, which these operations don't take. */
    #facing(given) {
        return { ...this.at(given), person: this.#person, time: undefined };
    }
}
/** The RDF data of a character. */
export class Knowledge extends Remote {
    all(options = {}) {
        return this.ask("knows", options);
    }
    remove(source, options = {}) {
        return this.ask("unknow", { ...options, source });
    }
}
/** The stories of a character. */
export class Stories extends Remote {
    all(options = {}) {
        return this.ask("stories", options);
    }
    remove(story, options = {}) {
        return this.ask("unstage", { ...options, story });
    }
    /** Return what has happened, and what is to come. */
    events(options = {}) {
        return this.ask("story", options);
    }
}
