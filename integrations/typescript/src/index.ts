/** Client of a soulkeep server: a remote keep with the Python client's methods, in camel case. */
export { Character } from "./character.js";
export { SoulkeepError } from "./errors.js";
export { connect, Keep } from "./keep.js";
export { Episodes, Knowledge, Stories } from "./parts.js";
export { ReplyStream } from "./stream.js";
export type { Connection } from "./transport.js";
export type { Asking, Content } from "./types.js";
export { World } from "./world.js";
export type * from "../schema.js";
