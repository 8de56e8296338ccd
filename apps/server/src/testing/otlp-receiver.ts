import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
  readonly status?: { readonly code?: number };
}

interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: Pick<ReceivedSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

/** A collector of OpenTelemetry that remembers the spans it receives. */
export async function otlpReceiver() {
  const spans: ReceivedSpan[] = [];
  const resources: string[] = [];
  const server = createServer((request, answer) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      for (const { resource, scopeSpans } of (JSON.parse(body) as TraceRequest).resourceSpans) {
        resources.push(JSON.stringify(resource.attributes));
        spans.push(...scopeSpans.flatMap((scope) => scope.spans));
      }
      answer.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    resources,
    /** No program listens at the address any more. */
    close: () => server.close().closeAllConnections(),
  };
}
