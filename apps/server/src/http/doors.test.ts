import { createServer, connect } from 'node:net';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { openDoors } from './doors.ts';

const HOST = '127.0.0.1';

async function ask(url: string): Promise<string> {
  const answer = await fetch(url, { headers: { connection: 'close' } });
  return answer.text();
}

test('many come at once, and all are let in; when it closes, nobody is', async () => {
  const { url, close } = await openDoors(() => new Response('welcome'), { HOST, PORT: 0 });
  const answers = await Promise.all(Array.from({ length: 200 }, () => ask(url)));
  expect(new Set(answers)).toEqual(new Set(['welcome']));
  const idle = connect(Number(new URL(url).port), HOST);
  await once(idle, 'connect');
  await close();
  await expect(ask(url)).rejects.toThrow('fetch failed');
  idle.destroy();
});

test('a port that is taken is told so, also when it is one of ours', async () => {
  const { url, close } = await openDoors(() => new Response('first'), { HOST, PORT: 0 });
  const PORT = Number(new URL(url).port);
  await expect(openDoors(() => new Response('second'), { HOST, PORT })).rejects.toThrow('is taken by another program');
  await close();
  const other = createServer().listen(PORT, HOST);
  await once(other, 'listening');
  await expect(openDoors(() => new Response('third'), { HOST, PORT })).rejects.toThrow('is taken by another program');
  other.close();
});
