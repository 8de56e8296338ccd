import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Refusal } from '@tiffin/domain/core';
import { IMAGE_BYTES_MAX } from '@tiffin/domain/menu';
import { afterEach, expect, test } from 'vitest';
import { isPublicAddress } from '../web/public-addresses.ts';
import { webPictures, type PictureFetchOptions } from './web-pictures.ts';

const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close().closeAllConnections();
});

/** Starts a web server and returns its port. */
async function serve(answer: RequestListener): Promise<number> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  open.push(server);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Treats only the server at this port as public. */
function reaching(port: number, more: Partial<PictureFetchOptions> = {}) {
  return webPictures({
    resolve: async () => ['127.0.0.1'],
    isAllowed: (address, query) => query === port || isPublicAddress(address),
    withinMs: 5_000,
    ...more,
  });
}

async function codeOf(fetching: Promise<Buffer>): Promise<string> {
  try {
    await fetching;
    return 'fetched';
  } catch (error) {
    return error instanceof Refusal ? error.failure.code : String(error);
  }
}

test('fetches a public picture from the address its name resolved to', async () => {
  const requests: (string | undefined)[] = [];
  const port = await serve((request, answer) => {
    requests.push(request.headers.host, request.headers.cookie, request.headers.authorization);
    answer.end('picture');
  });
  let looked = 0;
  const pictures = reaching(port, { resolve: async () => (looked++, ['127.0.0.1']) });
  expect((await pictures.fetch(`http://pictures.test:${port}/dish.jpg?w=1`)).toString()).toBe('picture');
  expect(requests).toEqual([`pictures.test:${port}`, undefined, undefined]);
  expect(looked).toBe(1);
});

test.each([
  'http://localhost/',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://0x7f000001/',
  'http://2130706433/',
  'http://0.0.0.0/',
  'http://10.0.0.1/',
  'http://172.16.5.4/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[fe80::1]/',
  'http://[fd12:3456::1]/',
  'http://8.8.8.8:22/',
  'https://8.8.8.8:8443/',
  'http://user:secret@8.8.8.8/',
  'ftp://8.8.8.8/',
  'file:///etc/passwd',
  'data:image/png;base64,AAAA',
  'javascript:alert(1)',
  'gopher://8.8.8.8/',
  '//8.8.8.8/a.jpg',
  'dish.jpg',
  '',
  `http://${'a'.repeat(300)}.test/`,
])('%s is never called', async (address) => {
  expect(await codeOf(webPictures().fetch(address))).toBe('image-unreachable');
});

test('a name with one private address among public ones is refused', async () => {
  let requests = 0;
  const port = await serve((_request, answer) => {
    requests++;
    answer.end('picture');
  });
  const isAllowed = (address: string) => address !== '10.0.0.7';
  const pictures = reaching(port, { resolve: async () => ['127.0.0.1', '10.0.0.7'], isAllowed });
  expect(await codeOf(pictures.fetch(`http://two-faced.test:${port}/`))).toBe('image-unreachable');
  expect(requests).toBe(0);
});

test.each([
  ['a private address', (other: number) => `http://127.0.0.1:${other}/secret`],
  ['a private name', (other: number) => `http://inside.test:${other}/secret`],
  ['another port', (other: number) => `//pictures.test:${other}/secret`],
  ['a file', () => 'file:///etc/passwd'],
  ['nonsense', () => 'http://[/'],
])('a redirect to %s is not followed', async (_what, target) => {
  let requests = 0;
  const secret = await serve((_request, answer) => {
    requests++;
    answer.end('secret');
  });
  const port = await serve((_request, answer) => answer.writeHead(302, { location: target(secret) }).end());
  expect(await codeOf(reaching(port).fetch(`http://pictures.test:${port}/`))).toBe('image-unreachable');
  expect(requests).toBe(0);
});

test('follows three redirects and refuses a fourth', async () => {
  const port = await serve((request, answer) => {
    const left = Number(request.url?.slice(1));
    if (left === 0) answer.end('there');
    else answer.writeHead(301, { location: `/${left - 1}` }).end();
  });
  expect((await reaching(port).fetch(`http://pictures.test:${port}/3`)).toString()).toBe('there');
  expect(await codeOf(reaching(port).fetch(`http://pictures.test:${port}/4`))).toBe('image-unreachable');
});

test.each([
  ['that declares more than a photo has', { 'content-length': String(IMAGE_BYTES_MAX + 1) }, 1],
  ['that goes on and on', {}, IMAGE_BYTES_MAX / 65_536 + 1],
])('a response %s is cut off', async (_what, headers, chunks) => {
  const port = await serve((_request, answer) => {
    answer.writeHead(200, headers);
    for (let sent = 0; sent < chunks; sent++) answer.write(Buffer.alloc(65_536));
  });
  expect(await codeOf(reaching(port).fetch(`http://pictures.test:${port}/`))).toBe('image-too-large');
});

test('accepts exactly five megabytes', async () => {
  const port = await serve((_request, answer) => answer.end(Buffer.alloc(IMAGE_BYTES_MAX)));
  expect(await reaching(port).fetch(`http://pictures.test:${port}/`)).toHaveLength(IMAGE_BYTES_MAX);
});

test.each<[string, RequestListener]>([
  ['is not there', (_request, answer) => answer.writeHead(404).end()],
  ['breaks', (_request, answer) => answer.writeHead(500).end('oops')],
  ['hangs up', (request) => request.socket.destroy()],
  ['never answers', () => undefined],
  ['stops in the middle', (_request, answer) => answer.writeHead(200).write('pic')],
  ['redirects nowhere', (_request, answer) => answer.writeHead(302).end()],
])('a picture that %s gets the same error as any other failure', async (_what, listener) => {
  const port = await serve(listener);
  const pictures = reaching(port, { withinMs: 200 });
  expect(await codeOf(pictures.fetch(`http://pictures.test:${port}/`))).toBe('image-unreachable');
});

test('an unknown name gets the same error', async () => {
  const pictures = webPictures({ resolve: () => Promise.reject(new Error('ENOTFOUND')) });
  expect(await codeOf(pictures.fetch('http://nowhere.test/'))).toBe('image-unreachable');
});
