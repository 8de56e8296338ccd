import type { HttpBindings } from '@hono/node-server';
import { actorIdOf, type Actor, type KeyLimits } from '@tiffin/domain/people';
import type { Context as HonoContext, Hono } from 'hono';
import type { SignedInSession } from '../auth/authenticate.ts';
import type { PickupScreen } from '../auth/screen-key.ts';
import type { CachedResponse } from './cached-response.ts';

export interface RequestInfo {
  /** The id that the client or a proxy gave the request, otherwise our own. */
  readonly requestId: string;
  /** Our own id. */
  readonly ownId: string;
  /** The time of arrival, by the context's clock. */
  readonly at: Date;
  readonly method: string;
  readonly path: string;
  /** The client's address; null when unknown. */
  readonly address: string | null;
  /** The caller; only calls of the contract determine it. */
  actor: Actor;
  signedIn: SignedInSession | null;
  /** The limits of the API key of the request; null without a key. */
  keyLimits: KeyLimits | null;
  /** The origins whose pages may use the API key; null if it lists none. */
  origins?: readonly string[] | null;
  /** The television whose key came with the request. */
  screen?: PickupScreen | null;
  /** The name of the call for log and metrics; 'page' by default. */
  call: string;
}

/** The id for the logs in the database. An anonymous caller cannot choose it, because it could be any text. */
export function loggedIdOf({ actor, requestId, ownId }: Pick<RequestInfo, 'actor' | 'requestId' | 'ownId'>): string {
  return actorIdOf(actor) === null ? ownId : requestId;
}

/** What the audit log needs to know about a request to the sign-in library. */
export interface SignInAttempt {
  /** Below `/api/auth`. */
  readonly path: string;
  /** As it was typed, in lower case. */
  readonly email: string;
  /** The account that the session, the link or the waiting sign-in belongs to. */
  readonly userId: string | null;
  readonly signedIn: SignedInSession | null;
}

/** The response that is currently valid for everyone; null when it must be computed first. */
export type CurrentResponse = () => CachedResponse | null;

export interface Environment {
  Bindings: Partial<HttpBindings> & {
    /** Set for requests that a page makes while it is rendered. */
    readonly isPartOfPage?: true;
  };
  Variables: {
    readonly info: RequestInfo;
    /** Set when the body of a sign-in request was read. */
    readonly attempt?: SignInAttempt;
    /** Lets the cache answer this address for everyone while the response is valid. */
    readonly keepForAll: (current: CurrentResponse) => void;
  };
}

export type App = Hono<Environment>;

export type ApiContext = HonoContext<Environment>;

/** Answers one request. The bindings are Node's own; requests made in-process may lack them. */
export type Handler = (request: Request, bindings?: Environment['Bindings']) => Response | Promise<Response>;
