import { REQUEST_LIMITS, type RateLimit } from '@tiffin/contract';
import { expect, test } from 'vitest';
import { createApp } from '../../app.ts';
import { tillOf } from '../../testing/payments.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';
import { requestWithinLimits } from '../../web/pages.ts';

const server = await testServer({ env: { TRUST_PROXY: '1' } });
const { db } = server.context;
const from = (address: string, as: Caller = SITE_KEY): Caller => ({ ...as, 'x-forwarded-for': address });

async function useUp({ name, most }: RateLimit, subject: string): Promise<void> {
  const used = { key: `${name}:${subject}`, count: most, window_started_at: server.clock.now() };
  await db.insertInto('rate_limits').values(used).execute();
}

async function idOf(email: string): Promise<string> {
  return (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
}

const form = { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'action=pay' };
const posted = (body: object) => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const named = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const anyProof = {
  ...named,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA', userHandle: 'AAAA' },
};

test.each([
  ['/api/auth/sign-out', posted({}), REQUEST_LIMITS.form],
  ['/api/auth/sign-in/social', posted({ provider: 'google' }), REQUEST_LIMITS.form],
  ['/api/signInWithPasskey', posted({ proof: anyProof }), REQUEST_LIMITS.unknownPasskey],
  ['/api/auth/reset-password', posted({ newPassword: 'Good-pass-1', token: 'x' }), REQUEST_LIMITS.token],
  ['/pay/sandbox/sbx_1', form, REQUEST_LIMITS.form],
  ['/api/webhooks/sandbox', posted({}), REQUEST_LIMITS.forgedEvent],
])('%s is limited per address without affecting others', async (path, request, limit) => {
  await db.deleteFrom('rate_limits').execute();
  await useUp(limit, '203.0.113.1');
  expect((await server.fetch(path, request, from('203.0.113.1'))).status).toBe(429);
  expect((await server.fetch(path, request, from('203.0.113.2'))).status).not.toBe(429);
});

test.each([
  ['/login', REQUEST_LIMITS.form],
  ['/client-error', REQUEST_LIMITS.clientError],
])('the form of %s is limited per address', async (path, limit) => {
  await db.deleteFrom('rate_limits').execute();
  await useUp(limit, '203.0.113.1');
  const handler = createApp(server.context, {
    async pages(c) {
      await requestWithinLimits(server.context, c);
      return c.text('let through');
    },
  });
  const send = async (address: string) =>
    (await handler(new Request(`http://tiffin.test${path}`, { ...form, headers: from(address) }))).status;
  expect([await send('203.0.113.1'), await send('203.0.113.2')]).toEqual([429, 200]);
});

test('events of the payment provider are accepted, however many forged ones its address sent', async () => {
  const raw = JSON.stringify({ id: 'evt-1', type: 'something.else' });
  const headers = { 'stripe-signature': tillOf(server).sandbox.sign(raw, server.clock.now()) };
  await useUp(REQUEST_LIMITS.forgedEvent, '203.0.113.5');
  const send = (as: Caller) =>
    server.fetch('/api/webhooks/sandbox', { method: 'POST', body: raw }, from('203.0.113.5', as));
  expect((await send({})).status).toBe(429);
  expect((await send(headers)).status).toBe(200);
});

test('changes by guests are limited per guest and per address', async () => {
  const priya = await server.signIn('customer@demo.test');
  const rename = (as: Caller) => server.call('updateMe', { body: { displayName: 'Priya Sharma' } }, as);
  const first = await rename(from('203.0.113.10', priya));
  expect([first.status, first.headers.get('ratelimit')]).toEqual([200, '"change";r=599;t=600']);
  await db.deleteFrom('rate_limits').execute();
  await useUp(REQUEST_LIMITS.change, await idOf('customer@demo.test'));
  expect((await rename(from('203.0.113.11', priya))).status).toBe(429);
  await useUp(REQUEST_LIMITS.changeFromAddress, '203.0.113.12');
  const liam = await server.signIn('customer2@demo.test');
  expect((await rename(from('203.0.113.12', liam))).status).toBe(429);
  expect((await rename(from('203.0.113.13', liam))).status).toBe(200);
});

test('changes by staff have a high limit per person, wherever they are', async () => {
  const staff = await server.signIn('staff.truro@demo.test');
  await useUp(REQUEST_LIMITS.work, await idOf('staff.truro@demo.test'));
  const step = { orderId: 'TRU-20261120-AAAAA', status: 'preparing' as const };
  const take = (as: Caller) => server.call('updateOrderStatus', { body: step }, from('203.0.113.20', as));
  expect((await take(staff)).status).toBe(429);
  expect((await take(await server.signIn('admin@demo.test'))).status).toBe(404);
});

test('a rate-limited form shows a browser a page with a way to continue, and returns a code to programs', async () => {
  await db.deleteFrom('rate_limits').execute();
  await useUp(REQUEST_LIMITS.form, '203.0.113.30');
  const send = (accept: string) =>
    server.fetch('/pay/sandbox/sbx_1', { ...form, headers: { accept } }, from('203.0.113.30'));
  const page = await send('text/html,application/xhtml+xml,*/*;q=0.8');
  expect([page.status, page.headers.get('content-type'), page.headers.get('retry-after')]).toEqual([
    429,
    'text/html; charset=UTF-8',
    '600',
  ]);
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/);
  const html = await page.text();
  expect(html).toContain('Too many requests. Please wait a moment and try again.');
  expect(html).toContain('You can try again in 10 minutes.');
  expect(html).toContain('<a href="/pay/sandbox/sbx_1">Try again</a>');
  expect(await (await send('*/*')).json()).toMatchObject({ success: false, code: 'rate-limited' });
});

test.each([
  ['/metrics?of=today', 403, 'You do not have permission'],
  ['/nothing?of=it', 404, 'There is no call GET /nothing'],
])(
  'a browser that requests %s gets a page with the reason and without a waiting time',
  async (address, status, words) => {
    const answer = await server.fetch(address, { headers: { accept: 'text/html' } }, from('203.0.113.31'));
    const html = await answer.text();
    const title = /<h1>(.*)<\/h1>/.exec(html)?.[1] ?? '';
    expect([answer.status, title.toLowerCase()]).toEqual([status, expect.stringContaining(words.toLowerCase())]);
    expect(html).toContain(`<a href="${address}">Try again</a>`);
  },
);

test('a mailing may name its maximum number of people by id', async () => {
  const admin = await server.signIn('admin@demo.test');
  const userIds = Array.from({ length: 50_000 }, () => crypto.randomUUID());
  const mailing = { templateId: 'promotion', to: { userIds } } as never;
  const { status } = await server.call('startMailing', { body: mailing }, admin);
  expect(status).not.toBe(413);
});

test.each([
  ['times an order can be had at', '/api/getReadyTimes?locationId=truro&orderType=pickup&dishes=3'],
  ['days with a table', '/api/getReservationDays?locationId=truro&partySize=2'],
  ['tables of a day', '/api/getReservationSlots?locationId=truro&partySize=2&date=2026-11-27'],
  [
    'price of a cart',
    '/api/validatePricing',
    { items: [{ id: 'mango-lassi', name: 'Mango Lassi', price: 5.95, quantity: 1 }], location: { id: 'truro' } },
  ],
])('many requests for the %s delay only their own address', async (_, path, cart?: object) => {
  const body = JSON.stringify({ frontendPricing: {}, tipAmount: 0, ...cart });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body };
  let answered = 0;
  const ask = async (address: string) => {
    const { status } = await server.fetch(path, cart ? init : {}, from(address));
    if (status === 200) answered++;
    return status;
  };
  const many = Array.from({ length: 200 }, () => ask('203.0.113.71'));
  const guest = await ask('203.0.113.72');
  expect([guest, answered < 20]).toEqual([200, true]);
  expect(new Set(await Promise.all(many))).toEqual(new Set([200, 429]));
});
