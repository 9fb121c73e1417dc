import type { operations } from "../schema.js";

/** The name of an operation, as in OpenAPI. */
export type Name = keyof operations;

/** What every method takes beside its own options. */
export interface Asking {
  /** Ends the request; what was asked may be done all the same. */
  signal?: AbortSignal | undefined;
}

type Times = "time" | "since" | "until" | "as_of" | "expires";

/** Options as they may be given: a `Date` wherever a time is asked for, and undefined for what is left out. */
type Given<T> = { [K in keyof T]: T[K] | undefined | (K extends Times ? Date : never) };

type InPath<N extends Name> = operations[N] extends { parameters: { path: infer P } } ? P : object;
type InQuery<N extends Name> = operations[N] extends { parameters: { query?: infer Q } } ? NonNullable<Q> : object;
type InBody<N extends Name> = operations[N] extends { requestBody: { content: { "application/json": infer B } } }
  ? B
  : object;

/** The arguments of an operation, wherever they are sent. */
export type Arguments<N extends Name> = InPath<N> & InQuery<N> & InBody<N>;

/** The options of a method: the operation's arguments without those of its place or its own parameters. */
export type Options<N extends Name, Without extends string = never> = Given<
  Omit<Arguments<N>, "character" | "world" | "id" | "story" | Without>
> &
  Asking;

type Answered<N extends Name> = operations[N]["responses"][keyof operations[N]["responses"]];

/** The result of an operation. */
export type Result<N extends Name> = operations[N] extends {
  responses: { 200: { content: { "application/json": infer R } } };
}
  ? R
  : operations[N] extends { responses: { 201: { content: { "application/json": infer R } } } }
    ? R
    : Answered<N> extends { content: { "application/json": infer R } }
      ? R
      : void;

/** The content of a file. */
export type Content = string | Blob | ArrayBuffer | Uint8Array<ArrayBuffer>;
