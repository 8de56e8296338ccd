import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { webhookSender } from './webhook-sender.ts';

const MESSAGE = { id: 'msg_1', body: '{}', secrets: ['whsec_c2VjcmV0'] };

async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => server.close().closeAllConnections());
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

const sender = webhookSender({ allowLocal: true, withinMs: 300 });
const strict = webhookSender({ allowLocal: false });

test.each([
  ['https://10.0.0.1/', false],
  ['https://[::1]/', false],
  ['https://[::ffff:127.0.0.1]/', false],
  ['https://169.254.169.254/latest/', false],
  ['https://8.8.8.8:8443/hook', true],
  ['http://8.8.8.8/', false],
  ['https://user:secret@8.8.8.8/', false],
])('%s may be a webhook: %s', async (url, isAllowed) => {
  expect((await strict.findProblem(url)) === null).toBe(isAllowed);
});

test.each(['http://169.254.169.254/', 'https://[fe80::1]/', 'http://0.0.0.0/', 'https://[::ffff:169.254.169.254]/'])(
  '%s is refused even where local addresses are allowed',
  async (url) => {
    expect(await sender.findProblem(url)).toMatch(/private network/);
    expect(await sender.send(url, MESSAGE)).toMatchObject({ status: null, text: expect.stringMatching(/private/) });
  },
);

test('a name that resolves to a private address when it is sent is refused then', async () => {
  let addresses = ['203.0.113.9'];
  const moving = webhookSender({
    allowLocal: false,
    resolve: async () => addresses,
    isAllowed: (address) => address === '203.0.113.9',
  });
  expect(await moving.findProblem('https://hooks.example.test/')).toBeNull();
  addresses = ['203.0.113.9', '10.0.0.1'];
  expect(await moving.send('https://hooks.example.test/', MESSAGE)).toMatchObject({ status: null });
});

test('a redirect is not followed', async () => {
  const inner = await serve(() => expect.unreachable());
  const { url } = await serve((_request, answer) => void answer.writeHead(307, { location: inner.url }).end());
  expect(await sender.send(url, MESSAGE)).toMatchObject({ status: 307 });
});

test('silence and a dripping or endless answer end within the time limit', async () => {
  const silent = await serve(() => undefined);
  expect(await sender.send(silent.url, MESSAGE)).toEqual({ status: null, text: 'No answer within 0.3 seconds' });
  const repeat = (text: string, status: number) =>
    serve((_request, answer) => {
      answer.writeHead(status);
      const timer = setInterval(() => answer.write(text), 50);
      answer.on('close', () => clearInterval(timer));
    });
  const dripping = await repeat('x', 500);
  expect(await sender.send(dripping.url, MESSAGE)).toMatchObject({ status: 500 });
  const endless = await repeat('y'.repeat(65_536), 200);
  const { status, text } = await sender.send(endless.url, MESSAGE);
  expect([status, text.length]).toEqual([200, 300]);
});

test('deliveries to the same receiver share a connection', async () => {
  let connections = 0;
  const { server, url } = await serve((request, answer) => void request.resume().on('end', () => answer.end('ok')));
  server.on('connection', () => connections++);
  for (let n = 0; n < 3; n++) expect((await sender.send(url, MESSAGE)).status).toBe(200);
  expect(connections).toBe(1);
});
