import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface ReceivedWebhook {
  readonly id: string;
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, Record<string, unknown>>>;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

type Answer = (received: ReceivedWebhook, response: ServerResponse) => void;

/** Another program: verifies deliveries with the library of Standard Webhooks and answers as a test wants. */
export async function webhookReceiver() {
  const received: ReceivedWebhook[] = [];
  let answer: Answer = (_received, response) => void response.writeHead(204).end();
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const { type, timestamp, data } = JSON.parse(text) as ReceivedWebhook;
      const each = { id: String(request.headers['webhook-id']), type, timestamp, data, headers: request.headers, text };
      received.push(each);
      answer(each, response);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    answerWith(next: Answer) {
      answer = next;
    },
    answerStatus(status: number) {
      answer = (_received, response) => void response.writeHead(status).end(status < 300 ? '' : 'broken');
    },
    /** Throws unless the secret signed it within the last minutes. */
    verify({ text, headers }: ReceivedWebhook, secret: string): void {
      new Webhook(secret).verify(text, headers as Record<string, string>);
    },
    close: () => server.close().closeAllConnections(),
  };
}
