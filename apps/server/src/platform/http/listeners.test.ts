import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { expect, test, vi } from 'vitest';
import type { ApiContext } from './api-context.ts';
import { requireFreePort } from './free-port.ts';
import { startListening } from './listeners.ts';
import { holdUntilRead } from './byte-budget.ts';

const HOST = '127.0.0.1';

async function ask(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { connection: 'close' } });
  return answer.text();
}

test('accepts many simultaneous connections, and none after closing', async () => {
  const { url, close } = await startListening(() => new Response('welcome'), { HOST, PORT: 0 });
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask(url)));
  expect(new Set(answers)).toEqual(new Set(['welcome']));
  const idle = connect(Number(new URL(url).port), HOST);
  await once(idle, 'connect');
  await close();
  await expect(ask(url)).rejects.toThrow('fetch failed');
  idle.destroy();
});

test('reports a port that is in use, also by our own process', async () => {
  const { url, close } = await startListening(() => new Response('first'), { HOST, PORT: 0 });
  const PORT = Number(new URL(url).port);
  await expect(startListening(() => new Response('second'), { HOST, PORT })).rejects.toThrow(
    'is taken by another program',
  );
  await expect(requireFreePort({ HOST, PORT })).rejects.toThrow('is taken by another program');
  await close();
  await requireFreePort({ HOST, PORT });
  const other = createServer().listen(PORT, HOST);
  await once(other, 'listening');
  await expect(startListening(() => new Response('third'), { HOST, PORT })).rejects.toThrow(
    'is taken by another program',
  );
  other.close();
});

test('a client that reads each response can send any number of requests on one connection', async () => {
  const { url, close } = await startListening(() => new Response('welcome'), { HOST, PORT: 0 });
  const answers = [];
  for (let n = 0; n < 50; n++) answers.push(await (await fetch(url)).text());
  expect(answers).toEqual(answers.map(() => 'welcome'));
  await close();
});

test('a client that requests many photos without reading them loses the oldest', async () => {
  const photo = new Uint8Array(8 * 1024 * 1024);
  let requests = 0;
  const { url, close } = await startListening(
    (_request, env) => {
      holdUntilRead({ env, var: { info: { address: 'a stranger' } } } as ApiContext, photo.length);
      requests++;
      return new Response(photo);
    },
    { HOST, PORT: 0 },
  );
  const first = connect(Number(new URL(url).port), HOST).on('error', () => undefined);
  const packet = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';
  first.pause().write(packet);
  await vi.waitFor(() => expect(requests).toBe(1));
  const others = Array.from({ length: 8 }, () => {
    const socket = connect(Number(new URL(url).port), HOST).on('error', () => undefined);
    socket.pause().write(packet);
    return socket;
  });
  await vi.waitFor(() => expect(requests).toBe(9));
  await once(first.resume(), 'close');
  expect(first.bytesRead).toBeLessThan(photo.length);
  for (const socket of others) socket.destroy();
  // Closed connections release their share: a client that reads gets the whole photo.
  expect((await (await fetch(url)).arrayBuffer()).byteLength).toBe(photo.length);
  await close();
});
