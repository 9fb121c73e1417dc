// What the types of the client accept, and what they refuse.
import { connect, type Hit, type Memory, type Recall, type SoulkeepError } from "soulkeep";

const keep = connect("http://localhost:8642", { key: "sk-soul-x", timeout: 5 });
const holmes = await keep.character("holmes", { name: "Sherlock Holmes", worlds: ["london"] });
const stored = await holmes.observe("Hello", { person: "anna", time: new Date(), scene: { place: "the fog" } });
const id: string = stored.id;
const recall: Recall = await holmes.recall("Who?", { k: 3, since: new Date(), history: [{ text: "Hello" }] });
const best: Hit | undefined = recall.hits[0];
const parts: { [part: string]: number } | undefined = best?.parts;
const session: string | null | undefined = best?.memory.session;
for await (const memory of holmes.memories({ person: "anna", limit: 3, newest: true })) {
  const one: Memory = memory;
  await holmes.amend(one.id, "Bye", { person: "anna", pinned: true });
}
const stream = holmes.stream("Hello", { person: "anna", rules: { forbid: ["memory"] } });
for await (const piece of stream) piece.trim();
const references: string[] = stream.reply.references.map((one) => one.memory.id);
const bonds = [await holmes.bond("anna"), await holmes.bond({ person: "anna", signal: AbortSignal.timeout(1000) })];
console.log(bonds[0]?.trust);
const nothing: void = await holmes.feel({ person: "anna", signal: AbortSignal.timeout(1000) });
const gone: number = await holmes.delete(id, { person: "anna", scrub: false });
const hint = (error: SoulkeepError): string => error.hint;

// @ts-expect-error: a person is named by text
await holmes.observe("Hello", { person: 5 });
// @ts-expect-error: there is no such option
await holmes.recall("Who?", { amount: 5 });
// @ts-expect-error: a text is learned from a source
await holmes.learn("A text.");
// @ts-expect-error: a memory has no such field
best?.memory.colour;

export { gone, hint, nothing, parts, references, session };
