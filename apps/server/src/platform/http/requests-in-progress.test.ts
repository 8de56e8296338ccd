import { Hono } from 'hono';
import { Refusal } from '@tiffin/domain/core';
import { expect, test } from 'vitest';
import { currentClient } from '../concurrency/current-client.ts';
import type { Environment, RequestInfo } from './api-context.ts';
import { limitRequestsInProgress } from './requests-in-progress.ts';
import { keyRing } from '../auth/key-ring.ts';

function crowd() {
  const ends: (() => void)[] = [];
  const app = new Hono<Environment>();
  app.use(async (c, next) => {
    c.set('info', { address: c.req.header('address') ?? null } as RequestInfo);
    await next();
  });
  const context = { config: { RATE_LIMITS: true }, keys: keyRing(['a secret']), overTls: false } as never;
  app.use(limitRequestsInProgress(context));
  app.get('/', async (c) => {
    if (c.req.header('waits')) await new Promise<void>((end) => ends.push(end));
    return c.text(currentClient());
  });
  app.onError((error, c) => c.text('', error instanceof Refusal ? 429 : 500));
  const ask = async (address: string, more: Record<string, string> = {}, env = {}) =>
    app.request('/', { headers: { address, ...more } }, env);
  return { ask, ends };
}

test('each address has a limit of simultaneous requests, without affecting others or the internal calls of pages', async () => {
  const { ask, ends } = crowd();
  const waiting = Array.from({ length: 400 }, () => ask('a stranger', { waits: '1' }));
  await expect.poll(() => ends.length).toBe(400);
  expect((await ask('a stranger')).status).toBe(429);
  expect((await ask('a stranger', {}, { isPartOfPage: true })).status).toBe(200);
  const guest = await ask('a guest');
  expect([guest.status, await guest.text()]).toEqual([200, 'address a guest']);
  ends.forEach((end) => end());
  await Promise.all(waiting);
  expect((await ask('a stranger')).status).toBe(200);
});

test('under high load an address with few requests is still accepted', async () => {
  const { ask, ends } = crowd();
  const waiting = Array.from({ length: 2_000 }, (_, at) => ask(`stranger ${at % 10}`, { waits: '1' }));
  await expect.poll(() => ends.length).toBe(2_000);
  expect((await ask('stranger 1')).status).toBe(429);
  expect((await ask('a guest')).status).toBe(200);
  ends.forEach((end) => end());
  await Promise.all(waiting);
});
