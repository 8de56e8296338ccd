import { serverContext } from '../../shared/api/server-context.ts';
import type { Route } from './+types/client-error';

const LONGEST = 8_000;

/** Logs a browser's crash under the id that its error page shows. */
export async function action({ request, context }: Route.ActionArgs) {
  const nothing = new Response(null, { status: 204 });
  if (Number(request.headers.get('content-length') ?? LONGEST) > LONGEST) return nothing;
  const value = new URLSearchParams((await request.text()).slice(0, LONGEST));
  const errorId = value.get('errorId') ?? '';
  if (!/^E-[0-9A-Z]{8}$/.test(errorId)) return nothing;
  const error = new Error(`in the browser: ${value.get('message') ?? ''}`);
  error.name = 'BrowserError';
  error.stack = `${error.message}\n${value.get('path') ?? ''}\n${value.get('stack') ?? ''}`;
  context.get(serverContext).reportError(error, errorId);
  return nothing;
}
