/** Client of a soulkeep server: a remote keep with the Python client's methods, in camel case. */
export { Character } from "./character.js";
export { SoulkeepError } from "./errors.js";
export { connect, Keep } from "./keep.js";
export { Episodes, Knowledge, Stories } from "./parts.js";
export { ReplyStream } from "./stream.js";
export { World } from "./world.js";
