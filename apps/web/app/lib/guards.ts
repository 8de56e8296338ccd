import { redirect, replace, type RouterContextProvider } from 'react-router';
import { paths } from '../paths.ts';
import { isBackOffice } from './roles.ts';
import { serverContext, type Me } from './server-context.ts';

type SignedIn = NonNullable<Me>;

interface Asked {
  readonly request: Request;
  readonly context: Readonly<RouterContextProvider>;
}

/** The person, or a redirect that replaces the history entry and remembers where they wanted to go. */
export async function requireSignedIn({ request, context }: Asked, target = paths.login): Promise<SignedIn> {
  const me = await context.get(serverContext).me();
  if (me) return me;
  throw replace(target({ from: hereOf(request) }));
}

/** Someone who works here; `null` for a signed-in customer, who is shown the forbidden view. */
export async function requireBackOffice(asked: Asked): Promise<SignedIn | null> {
  const me = await requireSignedIn(asked);
  return isBackOffice(me.role) ? me : null;
}

/** The sign-in pages are of no use to someone signed in. */
export async function requireSignedOut({ context }: Asked, target: string): Promise<void> {
  if (await context.get(serverContext).me()) throw redirect(target);
}

function hereOf(request: Request): string {
  const url = new URL(request.url);
  return url.pathname + url.search;
}
