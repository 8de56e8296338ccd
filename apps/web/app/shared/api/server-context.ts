import { createContext, RouterContextProvider } from 'react-router';
import { createApi, type Answer, type Api } from './api.ts';

/** What the server provides with every page request. */
export interface ServerInput {
  /** The API in-process, with the visitor's cookies. */
  fetchApi: (request: Request) => Promise<Response>;
  requestId: string;
  /** The restaurant's time. */
  now: Date;
  /** Scheme and host, without a trailing slash. */
  publicUrl: string;
  reportError: (error: unknown, errorId: string) => void;
}

/** What loaders and actions get of a request. */
export interface PageRequest {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

export type Me = Answer<'getMe'>['me'];

export interface ServerContext extends ServerInput {
  api: Api;
  /** The signed-in user; loaded once per request for all loaders. */
  me: () => Promise<Me>;
}

export const serverContext = createContext<ServerContext>();

export function createLoadContext(input: ServerInput): RouterContextProvider {
  const api = createApi(input.fetchApi, input.publicUrl);
  let me: Promise<Me> | undefined;
  const provider = new RouterContextProvider();
  provider.set(serverContext, { ...input, api, me: () => (me ??= api('getMe').then((answer) => answer.me)) });
  return provider;
}
