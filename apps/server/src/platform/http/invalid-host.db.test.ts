import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { testServer } from '../../testing/server.ts';
import { startListening } from './listeners.ts';

const server = await testServer();
const { url, close } = await startListening(createApp(server.context), { HOST: '127.0.0.1', PORT: 0 });
afterAll(close);

async function statusOf(path: string, host: string): Promise<number | undefined> {
  const sent = request(`${url}${path}`, { headers: { host, accept: 'text/html', 'accept-language': 'fr' } }).end();
  const [answer] = (await once(sent, 'response')) as [import('node:http').IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

test.each(['/', '/in/fr/', '/reservations', '/api/getLocations', '/api/events'])(
  'a host that cannot exist is refused at %s',
  async (path) => {
    // The second answer could come from the cache.
    await statusOf(path === '/api/events' ? '/' : path, 'tiffin.test');
    expect([await statusOf(path, '256.256.256.256'), await statusOf(path, '1.2.3.4.5')]).toEqual([400, 400]);
  },
);
