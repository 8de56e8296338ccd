import { expect, test, vi } from 'vitest';
import { readConfig } from '../config.ts';
import { observed } from './observe.ts';

function door(answer: Parameters<typeof observed>[1]) {
  const lines: unknown[] = [];
  const count = vi.fn<(call: string, status: number, ms: number) => void>();
  const log = { isLevelEnabled: () => true, info: (line: unknown) => lines.push(line) };
  const house = { config: readConfig({ NODE_ENV: 'test' }), metrics: { count }, log };
  // Of the log and the metrics the door uses no more than this.
  return { lines, count, ask: observed(house as never, answer) };
}

test.each([
  ['at once', () => new Response('x', { status: 201 })],
  ['later', () => Promise.resolve(new Response('x', { status: 201 }))],
])('what is answered %s has its id and headers, and one line without query or token', async (_when, make) => {
  const { ask, lines, count } = door((_request, { visit }) => {
    visit.call = 'auth';
    return make();
  });
  const url = 'http://tiffin.test/api/auth/reset-password/secret?token=secret';
  const { headers } = await ask(new Request(url, { headers: { 'x-request-id': 'abc-1' } }));
  expect(headers.get('x-request-id')).toBe('abc-1');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const path = '/api/auth/reset-password/…';
  expect(lines).toEqual([
    expect.objectContaining({ requestId: 'abc-1', call: 'auth', method: 'GET', path, status: 201 }),
  ]);
  expect(count).toHaveBeenCalledExactlyOnceWith('auth', 201, expect.any(Number));
});

test('what the answer says itself stays; a call made inside another has its own visit', async () => {
  const seen: string[] = [];
  const headers = { 'content-security-policy': "default-src 'self'" };
  const { ask } = door((request, bindings) => {
    seen.push(bindings.visit.call);
    bindings.visit.call = 'outer';
    if (request.url.endsWith('/inner')) return new Response('x', { headers });
    return ask(new Request('http://tiffin.test/inner'), bindings);
  });
  const answer = await ask(new Request('http://tiffin.test/page'));
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(seen).toEqual(['page', 'page']);
});
