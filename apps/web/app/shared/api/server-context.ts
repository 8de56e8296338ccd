import { createContext, RouterContextProvider } from 'react-router';
import { createApi, type Answer, type Api } from './api.ts';

/** What the server hands over with every page request. */
export interface ServerInput {
  /** The same API in-process, with the visitor's cookies attached. */
  fetchApi: (request: Request) => Promise<Response>;
  requestId: string;
  isProduction: boolean;
  /** Scheme and host, no slash at the end. */
  publicUrl: string;
  reportError: (error: unknown, errorId: string) => void;
}

export type Me = Answer<'getMe'>['me'];

export interface ServerContext extends ServerInput {
  api: Api;
  /** Who is signed in; asked once per request, however many loaders want to know. */
  me: () => Promise<Me>;
}

export const serverContext = createContext<ServerContext>();

export function createLoadContext(input: ServerInput): RouterContextProvider {
  const api = createApi(input.fetchApi, input.publicUrl);
  let me: Promise<Me> | undefined;
  const provider = new RouterContextProvider();
  provider.set(serverContext, {
    ...input,
    api,
    me: () => (me ??= api('getMe').then((answer) => answer.me)),
  });
  return provider;
}
