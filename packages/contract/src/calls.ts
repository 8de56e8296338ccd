import type { z } from '@hono/zod-openapi';
import type { Call } from './call.ts';
import * as all from './all.ts';

/** The exports that are calls. The others are schemas. */
type CallsIn<All> = { [Name in keyof All as All[Name] extends Call ? Name : never]: All[Name] };

export const calls = Object.fromEntries(
  Object.entries(all).filter(([name, each]) => typeof each === 'object' && 'path' in each && each.path === `/${name}`),
) as CallsIn<typeof all>;

export type Calls = typeof calls;
export type CallName = keyof Calls;

type SchemaInput<S> = S extends z.ZodType ? z.input<S> : never;
type SchemaOutput<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a client sends. With several names, what any of these calls accepts. */
export type InputOf<N extends CallName, C = Calls[N]> = (C extends { query: infer Q }
  ? { query: SchemaInput<Q> }
  : { query?: undefined }) &
  (C extends { body: infer B } ? { body: SchemaInput<B> } : { body?: undefined });

/** What a handler gets after validation. */
export interface ValidatedInput<N extends CallName> {
  readonly query: Calls[N] extends { query: infer Q } ? SchemaOutput<Q> : undefined;
  readonly body: Calls[N] extends { body: infer B } ? SchemaOutput<B> : undefined;
  readonly form: Calls[N] extends { form: infer F } ? SchemaOutput<F> : undefined;
}

/** What a handler returns and a client reads, besides `success: true`. */
export type ResponseOf<N extends CallName> = SchemaInput<Calls[N]['response']>;
