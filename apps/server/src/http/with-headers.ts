import { ServerResponse, type IncomingMessage, type OutgoingHttpHeaders } from 'node:http';
import type { HttpBindings } from '@hono/node-server';

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

/** Headers for whatever will be answered, unless the answer says otherwise; whoever has the answer finishes it. */
export function withHeaders(outgoing: HttpBindings['outgoing'] | undefined, headers: Headers) {
  const carries = outgoing instanceof CarryingResponse;
  if (carries) outgoing.carry(headers);
  return (response: Response): void => {
    if (carries) return;
    for (const [name, value] of Object.entries(headers)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
  };
}
