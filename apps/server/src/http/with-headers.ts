import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { HttpBindings } from '@hono/node-server';
import type { Context as HonoContext, Next } from 'hono';

type Headers = Readonly<Record<string, string>>;

/**
 * Node's answer, with headers that every answer carries. They are put in when the head is written:
 * the answer's own are then never taken apart for them.
 */
export class CarryingResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  #carried: Headers | null = null;

  /** Unless the answer says otherwise itself. */
  carry(headers: Headers): void {
    this.#carried = this.#carried ? { ...this.#carried, ...headers } : headers;
  }

  override writeHead(status: number, ...rest: unknown[]): this {
    const own = rest.at(-1);
    const headers: OutgoingHttpHeaders = { ...this.#carried, ...(typeof own === 'object' ? own : null) };
    return typeof rest[0] === 'string' ? super.writeHead(status, rest[0], headers) : super.writeHead(status, headers);
  }
}

/** Headers for whatever is answered, unless the answer says otherwise. */
export async function withHeaders(c: HonoContext, next: Next, headers: Headers): Promise<void> {
  const { outgoing } = (c.env ?? {}) as Partial<HttpBindings>;
  if (outgoing instanceof CarryingResponse) {
    outgoing.carry(headers);
    return next();
  }
  await next();
  for (const [name, value] of Object.entries(headers)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
}
