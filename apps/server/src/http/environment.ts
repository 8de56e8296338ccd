import type { HttpBindings } from '@hono/node-server';
import type { Actor } from '@tiffin/domain/people';
import type { Context as HonoContext, Hono } from 'hono';

/** One request on its way through the house: what was seen of it at the door, and what is learnt on the way. */
export interface Visit {
  readonly requestId: string;
  /** The caller's address; null when it cannot be known. */
  readonly address: string | null;
  /** Who calls; only the calls of the contract note it. */
  actor: Actor | null;
  /** The call's name, for the log and the metrics; 'page' until a handler says otherwise. */
  call: string;
}

export interface Environment {
  Bindings: Partial<HttpBindings> & { readonly visit: Visit };
}

export type App = Hono<Environment>;

export type Asking = HonoContext<Environment>;
