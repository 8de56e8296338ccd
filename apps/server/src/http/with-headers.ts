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

/**
 * Node's own answer takes them when its head is written; any other gets them from the function returned,
 * once it is there. What an answer says itself stays.
 */
export function headersFor(
  outgoing: HttpBindings['outgoing'] | undefined,
  headers: Headers,
): (response: Response) => void {
  const carries = outgoing instanceof CarryingResponse;
  if (carries) outgoing.carry(headers);
  return (response: Response): void => {
    if (carries) return;
    for (const [name, value] of Object.entries(headers)) {
      if (!response.headers.has(name)) response.headers.set(name, value);
    }
  };
}
