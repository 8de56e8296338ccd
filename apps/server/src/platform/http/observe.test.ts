import { Hono } from 'hono';
import { expect, test, vi } from 'vitest';
import { clockFrom } from '../clock.ts';
import { readConfig } from '../../config.ts';
import type { Environment } from './api-context.ts';
import { observeMiddleware, observer } from './observe.ts';

function appWithLog() {
  const lines: unknown[] = [];
  const count = vi.fn<(call: string, status: number, ms: number) => void>();
  const warnings: string[] = [];
  const log = {
    isLevelEnabled: (level: string) => level === 'info',
    info: (line: unknown) => lines.push(line),
    warn: (words: string) => warnings.push(words),
  };
  const app = new Hono<Environment>();
  // The code under test uses only these parts of the log and the metrics.
  const parts = { config: readConfig({ NODE_ENV: 'test' }), metrics: { count }, log, clock: clockFrom(null) };
  app.use(observeMiddleware(observer(parts as never)));
  return { lines, count, app, warnings };
}

test('a response has its id and headers, and its log line contains neither query nor token', async () => {
  const { app, lines, count } = appWithLog();
  app.get('*', (c) => {
    c.var.info.call = 'auth';
    return c.text('x', 201);
  });
  const url = 'http://tiffin.test/api/auth/reset-password/secret?token=secret';
  const { headers } = await app.fetch(new Request(url, { headers: { 'x-request-id': 'abc-1' } }), {});
  expect(headers.get('x-request-id')).toBe('abc-1');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  const path = '/api/auth/reset-password/…';
  expect(lines).toEqual([
    expect.objectContaining({ requestId: 'abc-1', call: 'auth', method: 'GET', path, status: 201 }),
  ]);
  expect(count).toHaveBeenCalledExactlyOnceWith('auth', 201, expect.any(Number));
});

test('an error is answered and counted like other responses', async () => {
  const { app, count } = appWithLog();
  app.onError((_error, c) => c.text('sorry', 500));
  app.get('*', () => Promise.reject(new Error('no')));
  const { headers } = await app.fetch(new Request('http://tiffin.test/'), {});
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(count).toHaveBeenCalledExactlyOnceWith('page', 500, expect.any(Number));
});

test('headers of the response take precedence, and a call inside another is counted separately', async () => {
  const { app, count } = appWithLog();
  const headers = { 'content-security-policy': "default-src 'self'" };
  app.get('/inner', () => new Response('x', { headers }));
  app.get('/page', (c) => {
    c.var.info.call = 'outer';
    return app.fetch(new Request('http://tiffin.test/inner'), c.env);
  });
  const answer = await app.fetch(new Request('http://tiffin.test/page'), {});
  expect(answer.headers.get('content-security-policy')).toBe("default-src 'self'");
  expect(count.mock.calls.map(([call]) => call)).toEqual(['page', 'outer']);
});

test('an untrusted proxy is reported once, and its address header is ignored', async () => {
  const { app, warnings } = appWithLog();
  app.get('*', (c) => c.text(c.var.info.address ?? 'unknown'));
  const ask = async (headers: Record<string, string>) =>
    (await app.fetch(new Request('http://tiffin.test/', { headers }), {})).text();
  expect(await ask({})).toBe('unknown');
  expect(warnings).toEqual([]);
  expect(await ask({ 'x-forwarded-for': '203.0.113.7' })).toBe('unknown');
  expect(await ask({ 'x-forwarded-for': '203.0.113.8' })).toBe('unknown');
  expect(warnings).toEqual([expect.stringContaining('TRUST_PROXY')]);
});

test('files of the pages are not logged at the info level, unless they fail', async () => {
  const { app, lines, count } = appWithLog();
  app.get('*', (c) => {
    c.var.info.call = 'file';
    return c.text('x', c.req.path === '/missing' ? 404 : 200);
  });
  await app.fetch(new Request('http://tiffin.test/assets/a.js'), {});
  expect(lines).toEqual([]);
  expect(count).toHaveBeenCalledExactlyOnceWith('file', 200, expect.any(Number));
  await app.fetch(new Request('http://tiffin.test/missing'), {});
  expect(lines).toHaveLength(1);
});
