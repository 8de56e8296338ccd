import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { nginxProgram, startNginx } from '../testing/nginx.ts';
import { startServer, type ServerProcess } from '../testing/server-process.ts';
import { signIn } from '../testing/sign-in.ts';
import { freePort } from '../web/free-port.ts';

const program = nginxProgram();
const logs = mkdtempSync(path.join(tmpdir(), 'tiffin-logs-'));
afterAll(() => rmSync(logs, { recursive: true, force: true }));
const shipped = readFileSync(path.join(import.meta.dirname, '../../../../deploy/nginx.conf'), 'utf8');

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

/** What a server of nginx passes on when it is told nothing but where to. */
const DEBIAN_DEFAULT = () => `server { listen ${port}; location / { proxy_pass ${server.url}; } }`;
/** The one we ship, here without its certificate and with our ports. */
const SHIPPED = () =>
  shipped
    .replace('listen 443 ssl;', `listen ${port};`)
    .replace('listen 80;', 'listen 127.0.0.1:0;')
    .replaceAll(/^\s*ssl_certificate.*$/gm, '')
    .replaceAll('http://127.0.0.1:3000', server.url)
    .replaceAll('/var/log/nginx', logs)
    .replace(/\nserver \{\n\tlisten 127\.0\.0\.1:0;[\s\S]*$/, '\n');

test.skipIf(program === null).each([
  ['with nothing but proxy_pass', DEBIAN_DEFAULT],
  ['as deploy/nginx.conf has it', SHIPPED],
])(
  'behind nginx %s whoever is signed in may write, and another site may not',
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

test.skipIf(program === null)('deploy/nginx.conf passes live events on as they happen, and no metrics', async () => {
  onTestFinished(await startNginx(program ?? '', port, SHIPPED()));
  const stop = new AbortController();
  const stream = await fetch(`${publicUrl}/api/events`, { signal: stop.signal });
  const first = await stream.body?.getReader().read();
  expect(Buffer.from(first?.value ?? []).toString()).toContain('event: hello');
  stop.abort();
  expect((await fetch(`${publicUrl}/metrics`)).status).toBe(404);
});

test.skipIf(program === null)('deploy/nginx.conf writes down who asked for what, and no key of a link', async () => {
  const stop = await startNginx(program ?? '', port, SHIPPED());
  await fetch(`${publicUrl}/api/getOrderReceipt?orderId=TRU-1&token=secret`, {
    headers: { referer: 'http://a?token=secret' },
  });
  await stop();
  const log = readFileSync(path.join(logs, 'tiffin.log'), 'utf8');
  expect(log).toContain('"GET /api/getOrderReceipt" ');
  expect(log).not.toContain('secret');
});
