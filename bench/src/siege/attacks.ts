import { request, type OutgoingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { signedInOrder } from '../order-request.ts';

const MB = 1024 * 1024;
/** The headers of the guest site, whose key is public. */
const JSON_BODY = { 'content-type': 'application/json', 'x-api-key': 'pk_demo' };

interface Target {
  readonly host: string;
  readonly port: number;
}

let calls = 0;
/** Attackers use many addresses, all on the loopback interface, so that no traffic leaves the machine. */
const otherGuest = (many = 250) => `127.2.${1 + (calls % 4)}.${1 + (calls++ % many)}`;

/** Starts a body with a declared length and never finishes it. */
function beginBody({ host, port }: Target, path: string, announced: number, sent: number): () => void {
  const socket = connect({ host, port, localAddress: otherGuest() });
  socket.on('error', () => undefined);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: application/json\r\nContent-Length: ${announced}\r\n\r\n`,
  );
  const piece = Buffer.alloc(64 * 1024, ' ');
  for (let bytes = 0; bytes < sent; bytes += piece.length) socket.write(piece.subarray(0, sent - bytes));
  return () => socket.destroy();
}

/** Sends a request and returns the cookies it sets. */
function send(
  { host, port }: Target,
  path: string,
  more: { readonly headers?: OutgoingHttpHeaders; readonly body?: string; readonly from?: string } = {},
): Promise<string> {
  const { headers = {}, body, from = otherGuest() } = more;
  return new Promise((resolve) => {
    const query = request({
      host,
      port,
      path,
      method: body === undefined ? 'GET' : 'POST',
      headers,
      localAddress: from,
    });
    query.setTimeout(20_000, () => query.destroy());
    query.on('response', (answer) => {
      const cookies = (answer.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
      answer
        .resume()
        .on('close', () => resolve(cookies))
        .on('error', () => resolve(''));
    });
    query.on('error', () => resolve(''));
    query.end(body);
  });
}

/** Holds this many connections open, and replaces them periodically. */
async function hold(goOn: () => boolean, many: number, forMs: number, begin: () => () => void): Promise<void> {
  while (goOn()) {
    const reserved = Array.from({ length: many }, begin);
    await pause(forMs);
    for (const end of reserved) end();
  }
}

async function perSecond(goOn: () => boolean, rate: number, one: () => Promise<unknown>): Promise<void> {
  while (goOn()) {
    void one();
    await pause(1000 / rate);
  }
}

const order = (change: object): string =>
  JSON.stringify({ items: [], customerInfo: { name: 'A', email: 'a@b.ca', phone: '1' }, ...change });

/** A reservation request a few days ahead. */
function tableFor(partySize: number): string {
  const date = new Date(Date.now() + (3 + (calls % 20)) * 86_400_000).toISOString().slice(0, 10);
  const customerInfo = { name: 'A Stranger', email: `stranger${calls}@nowhere.test`, phone: '902-555-0170' };
  return JSON.stringify({ locationId: 'truro', date, time: `${12 + (calls % 8)}:00`, partySize, customerInfo });
}

/** Creates an account and books as many tables as it can. */
async function throwAway(target: Target): Promise<void> {
  const from = otherGuest();
  const account = { name: 'A Stranger', email: `account${calls}@nowhere.test`, password: 'Good-pass-1' };
  const query = { headers: JSON_BODY, from };
  await send(target, '/api/auth/sign-up/email', { ...query, body: JSON.stringify(account) });
  const cookie = await send(target, '/api/auth/sign-in/email', { ...query, body: JSON.stringify(account) });
  const headers = { ...JSON_BODY, cookie };
  for (let n = 0; n < 8; n++) await send(target, '/api/createReservation', { from, headers, body: tableFor(20) });
}

/** All attacks at once, each at the rate given here. */
async function besiege(target: Target, right: string, goOn: () => boolean): Promise<void> {
  const flood = (rate: number, one: () => Promise<unknown>) => perSecond(goOn, rate, one);
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
      void post('/api/createCustomerPayment', `{"orderData":${right}}`);
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
    flood(5, () => post('/api/createReservation', tableFor(20))),
    flood(2, () => throwAway(target)),
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
const { body } = await signedInOrder(url);
await besiege({ host, port: Number(port) }, body, () => performance.now() < until);
process.exit(0);
