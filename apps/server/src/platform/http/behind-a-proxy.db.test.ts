import { calls, type Call } from '@tiffin/contract';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, request, type ClientRequest, type IncomingMessage, type RequestOptions } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import {
  createCertificate,
  nginxProgram,
  shippedConfig,
  shippedConfigWithoutTls,
  startNginx,
} from '../../testing/nginx.ts';
import { startServer, type ServerProcess } from '../../testing/server-process.ts';
import { signIn } from '../../testing/sign-in.ts';
import { freePort } from '../../web/free-port.ts';

const program = nginxProgram();
const logs = mkdtempSync(path.join(tmpdir(), 'tiffin-logs-'));
afterAll(() => rmSync(logs, { recursive: true, force: true }));

let server: ServerProcess;
let port: number;
let publicUrl: string;

beforeAll(async () => {
  port = await freePort();
  publicUrl = `http://127.0.0.1:${port}`;
  server = await startServer({ apiOnly: true, env: { PUBLIC_URL: publicUrl, TRUST_PROXY: '1' } });
}, 120_000);
afterAll(async () => {
  await server.stop();
});

/** An nginx server with only a proxy_pass. */
const DEBIAN_DEFAULT = () => `server { listen ${port}; location / { proxy_pass ${server.url}; } }`;
const WITH_TLS = (upstream = server.url) => shippedConfig({ port, upstream, folder: logs });
const SHIPPED = (upstream = server.url) => shippedConfigWithoutTls({ port, upstream, folder: logs });

test.skipIf(program === null).each([
  ['with nothing but proxy_pass', DEBIAN_DEFAULT],
  ['as deploy/nginx.conf has it', () => SHIPPED()],
])(
  'behind nginx %s a signed-in person can write, and another site cannot',
  { timeout: 60_000 },
  async (_how, servers) => {
    onTestFinished(await startNginx(program ?? '', port, servers()));
    const caller = await signIn(publicUrl, 'customer@demo.test');
    const write = async (origin: string) => {
      const headers = { ...caller, origin, 'content-type': 'application/json' };
      const body = JSON.stringify({ displayName: 'Priya Sharma' });
      return (await fetch(`${publicUrl}/api/updateMe`, { method: 'POST', headers, body })).status;
    };
    expect(await write(publicUrl)).toBe(200);
    expect(await write('https://evil.test')).toBe(403);
    expect(await write(server.url)).toBe(403);
    expect(await write('null')).toBe(403);
  },
);

test.skipIf(program === null)('deploy/nginx.conf passes on live events immediately and blocks metrics', async () => {
  onTestFinished(await startNginx(program ?? '', port, SHIPPED()));
  const stop = new AbortController();
  const stream = await fetch(`${publicUrl}/api/events`, { signal: stop.signal });
  const first = await stream.body?.getReader().read();
  expect(Buffer.from(first?.value ?? []).toString()).toContain('event: hello');
  stop.abort();
  expect((await fetch(`${publicUrl}/metrics`)).status).toBe(404);
});

test.skipIf(program === null)('deploy/nginx.conf logs requests without the access tokens of links', async () => {
  const stop = await startNginx(program ?? '', port, SHIPPED());
  await fetch(`${publicUrl}/api/getOrderReceipt?orderId=TRU-1&token=secret`, {
    headers: { referer: 'http://a?token=secret' },
  });
  await stop();
  const log = readFileSync(path.join(logs, 'tiffin.log'), 'utf8');
  expect(log).toContain('"GET /api/getOrderReceipt" ');
  expect(log).not.toContain('secret');
});

function ask(address: string, options: RequestOptions = {}): ClientRequest {
  // A response sent before the whole request may reset the connection.
  return request(`${publicUrl}${address}`, { agent: false, ...options }).on('error', () => undefined);
}
async function answerTo(query: ClientRequest): Promise<IncomingMessage> {
  const [answer] = (await once(query, 'response')) as [IncomingMessage];
  answer.on('error', () => undefined);
  return answer;
}

test.skipIf(program === null)('deploy/nginx.conf allows the body size of each call, and 1 MB elsewhere', async () => {
  onTestFinished(await startNginx(program ?? '', port, SHIPPED()));
  const size = 1024 * 1024 + 1;
  for (const { path: name, maxKb } of Object.values<Call>(calls)) {
    if (maxKb === undefined) continue;
    const query = ask(`/api${name}`, { method: 'POST', headers: { 'content-length': size } });
    if (maxKb > 1024) query.end(Buffer.alloc(size));
    else query.flushHeaders();
    const { statusCode, headers } = await answerTo(query);
    const isByNginx = statusCode === 413 && headers['content-type'] === 'text/html';
    expect([name, isByNginx]).toEqual([name, maxKb <= 1024]);
    query.destroy();
  }
});

test.skipIf(program === null)(
  'behind deploy/nginx.conf one address cannot use up the connections of others',
  { timeout: 30_000 },
  async () => {
    const few = SHIPPED()
      .replace(/limit_conn tiffin \d+/, 'limit_conn tiffin 20')
      .replaceAll(/(client_\w+_timeout) \d+s/g, '$1 1s');
    onTestFinished(await startNginx(program ?? '', port, few));
    const open: ClientRequest[] = [];
    onTestFinished(() => open.forEach((each) => each.destroy()));
    const listen = async (localAddress: string) => {
      const query = ask('/api/events', { localAddress });
      open.push(query);
      return (await answerTo(query.end())).statusCode;
    };
    const many = await Promise.all(Array.from({ length: 30 }, () => listen('127.0.0.2')));
    expect(many.toSorted((a, b) => Number(a) - Number(b))).toEqual([
      ...Array.from({ length: 20 }, () => 200),
      ...Array.from({ length: 10 }, () => 429),
    ]);
    expect(await listen('127.0.0.3')).toBe(200);
    // Unfinished requests do not block others either.
    const started = [
      'GET / HTTP/1.1\r\nHost: a\r\n',
      'POST /api/updateMe HTTP/1.1\r\nHost: a\r\nContent-Length: 99\r\n\r\n{',
    ];
    await Promise.all(
      started.map(async (words) => {
        const socket = connect(port, '127.0.0.1').resume();
        const isOver = once(socket, 'close');
        socket.write(words);
        await isOver;
      }),
    );
  },
);

test.skipIf(program === null)(
  'behind deploy/nginx.conf a browser with HTTP/2 opens ten live streams and a page through one connection',
  { timeout: 30_000 },
  async () => {
    createCertificate(logs);
    onTestFinished(await startNginx(program ?? '', port, WITH_TLS()));
    const browser = connectHttp2(`https://127.0.0.1:${port}`, { rejectUnauthorized: false });
    onTestFinished(() => browser.destroy());
    await once(browser, 'connect');
    expect(browser.alpnProtocol).toBe('h2');
    const streams = Array.from({ length: 10 }, () => browser.request({ ':path': '/api/events' }));
    const first = await Promise.all(streams.map(async (stream) => String((await once(stream, 'data'))[0])));
    for (const text of first) expect(text).toContain('event: hello');
    const [answer] = (await once(browser.request({ ':path': '/api/ping' }), 'response')) as [Record<string, unknown>];
    expect(answer[':status']).toBe(200);
  },
);

test.skipIf(program === null)('deploy/nginx.conf uses a connection to the server for many requests', async () => {
  let connections = 0;
  const counting = createServer((_request, answer) => answer.end('ok')).on('connection', () => connections++);
  await once(counting.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void counting.close());
  const upstream = `http://127.0.0.1:${(counting.address() as AddressInfo).port}`;
  onTestFinished(await startNginx(program ?? '', port, SHIPPED(upstream)));
  for (let sent = 0; sent < 20; sent++) expect((await fetch(`${publicUrl}/api/ping`)).status).toBe(200);
  expect(connections).toBe(1);
});
