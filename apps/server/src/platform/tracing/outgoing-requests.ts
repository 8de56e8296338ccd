import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { errorKind, startSpan, type OpenSpan } from './spans.ts';

type Inject = (addHeader: (name: string, value: string) => void) => void;

/** A request of `node:http`. */
interface NodeRequest {
  readonly method: string;
  readonly host: string;
  readonly headersSent: boolean;
  setHeader(name: string, value: string): void;
}
/** A request of `fetch`. */
interface FetchRequest {
  readonly method: string;
  readonly origin: string | URL;
  addHeader(name: string, value: string): void;
}
interface Message {
  readonly request: object;
  readonly response?: { readonly statusCode?: number };
  readonly error?: unknown;
}

/**
 * Spans for the requests that the server sends, whichever library sends them: Node announces each on a channel. Only
 * host, method and status are recorded, because paths and queries name people and contain secrets. Returns how to
 * stop.
 */
export function followOutgoingRequests(inject: Inject): () => void {
  const open = new WeakMap<object, { readonly span: OpenSpan; status?: number | undefined }>();
  const begin = (request: object, method: string, host: string, addHeader: (name: string, value: string) => void) => {
    const span = startSpan({
      name: `${method} ${host}`,
      kind: 'client',
      attributes: { 'http.request.method': method, 'server.address': host },
    });
    if (!span) return;
    open.set(request, { span });
    span.within(() => inject(addHeader));
  };
  const end = (request: object, error?: string) => {
    const { span, status } = open.get(request) ?? {};
    open.delete(request);
    const failed = error ?? (status !== undefined && status >= 400 ? String(status) : undefined);
    span?.end({
      ...(status !== undefined && { attributes: { 'http.response.status_code': status } }),
      ...(failed !== undefined && { error: failed }),
    });
  };
  const setStatus = ({ request, response }: Message) => {
    const entry = open.get(request);
    if (entry) entry.status = response?.statusCode;
  };
  const listeners: Readonly<Record<string, (message: Message) => void>> = {
    'http.client.request.created': ({ request }) => {
      const sent = request as NodeRequest;
      begin(sent, sent.method, sent.host, (name, value) => {
        if (!sent.headersSent) sent.setHeader(name, value);
      });
    },
    'http.client.response.finish': (message) => {
      setStatus(message);
      end(message.request);
    },
    'http.client.request.error': ({ request, error }) => end(request, errorKind(error)),
    'undici:request:create': ({ request }) => {
      const sent = request as FetchRequest;
      begin(sent, sent.method, new URL(sent.origin).hostname, (name, value) => sent.addHeader(name, value));
    },
    'undici:request:headers': setStatus,
    'undici:request:trailers': ({ request }) => end(request),
    'undici:request:error': ({ request, error }) => end(request, errorKind(error)),
  };
  const guarded = Object.entries(listeners).map(
    ([channel, listen]) => [channel, (message: unknown) => listen(message as Message)] as const,
  );
  for (const [channel, listen] of guarded) subscribe(channel, listen);
  return () => {
    for (const [channel, listen] of guarded) unsubscribe(channel, listen);
  };
}
