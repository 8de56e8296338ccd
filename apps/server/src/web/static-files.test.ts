import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { StaticFiles } from './static-files.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'tiffin-files-'));
afterAll(() => rmSync(folder, { recursive: true }));
mkdirSync(path.join(folder, 'assets'));
for (const name of ['assets/menu-x1.js', 'assets/bell-x1.wav', 'worker.js', 'favicon.svg']) {
  writeFileSync(path.join(folder, name), `const name = '${name}';`);
}
const files = new StaticFiles([folder]);

test.each([
  ['/assets/menu-x1.js', 'text/javascript; charset=utf-8', 'public, max-age=31536000, immutable', 'br'],
  ['/assets/bell-x1.wav', 'audio/wav', 'public, max-age=31536000, immutable', null],
  ['/favicon.svg', 'image/svg+xml; charset=utf-8', 'public, max-age=0, must-revalidate', 'br'],
])('%s is %s, cached as %s, compressed as %s', async (address, type, stored, encoding) => {
  const answer = await files.find(address)?.answer(new Headers({ 'accept-encoding': 'gzip, deflate, br' }));
  const names = ['content-type', 'cache-control', 'content-encoding'];
  expect(names.map((name) => answer?.headers.get(name))).toEqual([type, stored, encoding]);
});

test('a client that has the file gets 304, and the service worker has its own policy', async () => {
  const worker = files.find('/worker.js');
  const answer = await worker?.answer(new Headers({ 'if-none-match': worker.etag }));
  expect(answer?.status).toBe(304);
  expect(answer?.headers.get('content-security-policy')).toBe("default-src 'none'; connect-src 'self'");
});

test.each(['/', '/assets', '/assets/../../secret', '/nothing.js'])('%s is not a file', (address) => {
  expect(files.find(address)).toBeNull();
});
