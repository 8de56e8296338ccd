import { request, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const MB = 1024 * 1024;
const JSON_BODY = { 'content-type': 'application/json' };

interface Target {
  readonly host: string;
  readonly port: number;
}

let calls = 0;
/** Strangers come from many addresses; each is the loopback's, so that nothing leaves the machine. */
const stranger = (many = 250) => `127.2.${1 + (calls % 4)}.${1 + (calls++ % many)}`;

/** A body that is announced and begun, and never ends. */
function beginBody({ host, port }: Target, path: string, announced: number, sent: number): () => void {
  const socket = connect({ host, port, localAddress: stranger() });
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n`,
  );
  const piece = Buffer.alloc(64 * 1024, ' ');
  for (let bytes = 0; bytes < sent; bytes += piece.length) socket.write(piece.subarray(0, sent - bytes));
  return () => socket.destroy();
}

/** A request whose answer interests nobody. */
function send(
  { host, port }: Target,
  path: string,
  more: { readonly headers?: OutgoingHttpHeaders; readonly body?: string; readonly from?: string } = {},
): Promise<void> {
  const { headers = {}, body, from = stranger() } = more;
  return new Promise((resolve) => {
    const asked = request({
      host,
      port,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers,
      localAddress: from,
    });
    asked.setTimeout(20_000, () => asked.destroy());
    asked.on('response', (answer) =>
      answer
        .resume()
        .on('close', resolve)
        .on('error', () => resolve()),
    );
    asked.on('error', () => resolve());
    asked.end(body);
  });
}

/** Holds so many of a thing that ends by itself or is cut; now and then they are begun anew. */
async function hold(goOn: () => boolean, many: number, forMs: number, begin: () => () => void): Promise<void> {
  while (goOn()) {
    const held = Array.from({ length: many }, begin);
    await pause(forMs);
    for (const end of held) end();
  }
}

async function perSecond(goOn: () => boolean, rate: number, one: () => Promise<void>): Promise<void> {
  while (goOn()) {
    void one();
    await pause(1000 / rate);
  }
}

const order = (change: object): string =>
  JSON.stringify({ items: [], customerInfo: { name: 'A', email: 'a@b.ca', phone: '1' }, ...change });

/** What strangers do, all at once, each as fast as is said here and no faster. */
export async function besiege(target: Target, goOn: () => boolean): Promise<void> {
  const flood = (rate: number, one: () => Promise<void>) => perSecond(goOn, rate, one);
  const post = (path: string, body: string, from?: string) =>
    send(target, path, { headers: JSON_BODY, body, ...(from && { from }) });
  await Promise.all([
    hold(goOn, 120, 8_000, () => beginBody(target, '/api/unsubscribe', 9.9 * MB, 9.8 * MB)),
    hold(goOn, 300, 12_000, () => beginBody(target, '/api/createCustomerOrderCash', 64_000, 63_000)),
    hold(goOn, 500, 30_000, () => beginBody(target, '/api/ping', 10, 0)),
    hold(goOn, 1, 20_000, () => {
      for (let n = 0; n < 1_050; n++) void send(target, '/api/events', { from: '127.3.0.1' });
      return () => undefined;
    }),
    hold(goOn, 64, 5_000, () => {
      void post('/api/createCustomerPayment', JSON.stringify({ orderData: order({}) }));
      return () => undefined;
    }),
    flood(40, () => send(target, `/menu/truro?x=${calls}`)),
    flood(40, () => send(target, '/menu/truro', { headers: { cookie: `tiffin.session_token=x.${calls}` } })),
    flood(10, () => send(target, `/menu/truro?dish=${calls}`, { from: '127.3.0.2' })),
    flood(20, () => send(target, '/api/openapi.json')),
    flood(20, () => send(target, '/api/docs')),
    flood(2, () => post('/api/createCustomerOrderCash', order({ customerInfo: { phone: '9'.repeat(4_000_000) } }))),
    flood(20, () => post('/api/createCustomerOrderCash', order({}), '127.3.0.3')),
    flood(5, () => post('/api/auth/sign-in/email', JSON.stringify({ email: `a${calls}@b.ca`, password: 'wrong' }))),
    flood(5, () => post('/api/createReservation', JSON.stringify({ locationId: 'truro', partySize: 20 }))),
    flood(10, async () => {
      const cut = beginBody(target, '/api/uploadMenuImage', 5 * MB, 64_000);
      await pause(50);
      cut();
    }),
  ]);
}

const [url = '', seconds = '0'] = process.argv.slice(2);
const { hostname: host, port } = new URL(url);
const until = performance.now() + Number(seconds) * 1000;
await besiege({ host, port: Number(port) }, () => performance.now() < until);
process.exit(0);
