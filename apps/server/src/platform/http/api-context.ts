import type { HttpBindings } from '@hono/node-server';
import type { Actor } from '@tiffin/domain/people';
import type { Context as HonoContext, Hono } from 'hono';
import type { SignedIn } from '../auth/authenticate.ts';
import type { CachedResponse } from './cached-response.ts';

/** One request: what was seen of it when it came, and what is learnt on the way. */
export interface RequestInfo {
  readonly requestId: string;
  /** When it came, by our clock. */
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  /** The caller's address; null when it cannot be known. */
  readonly address: string | null;
  /** Who calls; only the calls of the contract find out. */
  actor: Actor;
  /** By which session, when by one. */
  signedIn: SignedIn | null;
  /** The call's name, for the log and the metrics; 'page' until a handler says otherwise. */
  call: string;
}

/** What an address answers everybody at this moment; null while that has to be found out first. */
export type Current = () => CachedResponse | null;

export interface Environment {
  Bindings: Partial<HttpBindings> & {
    /** A page asks for it while it is made. */
    readonly isPartOfPage?: true;
  };
  Variables: {
    readonly info: RequestInfo;
    /** Gives this address's answer to everybody from the fast lane, while there is one at once. */
    readonly keepForAll: (current: Current) => void;
  };
}

export type App = Hono<Environment>;

export type ApiContext = HonoContext<Environment>;

/** Answers one request; the bindings are Node's own, and a request made in-process may lack them. */
export type Handler = (request: Request, bindings?: Environment['Bindings']) => Response | Promise<Response>;
