import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext, Next } from 'hono';

/**
 * Headers for whatever is answered, unless the answer says otherwise. On the way out through Node
 * they are given to Node itself: an answer's own headers are then never taken apart for them.
 */
export async function withHeaders(
  c: HonoContext,
  next: Next,
  headers: Readonly<Record<string, string>>,
): Promise<void> {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (outgoing) {
    for (const name in headers) outgoing.setHeader(name, headers[name] ?? '');
    return next();
  }
  await next();
  for (const [name, value] of Object.entries(headers)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
}
