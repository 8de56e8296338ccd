import { z } from '@hono/zod-openapi';
import { calls, type Call } from '@tiffin/contract';
import { isPostCall } from '@tiffin/contract/methods';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { testServer, type Caller } from '../../testing/server.ts';

vi.setConfig({ testTimeout: 60_000 });

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const admin = await server.signIn('admin@demo.test');
// A separate server whose people and locations no other test uses.
const shop = await testServer({ env: { RATE_LIMITS: '0' } });
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 25);

const posted = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body) ?? '',
});
const post = (path: string, body: unknown, as: Caller = {}) => server.fetch(path, posted(body), as);
/** The cookies a browser would send back, without expired ones. */
const cookiesOf = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .filter((line) => !/Max-Age=0/i.test(line))
    .map((line) => line.split(';')[0])
    .join('; ');
const isIn = async (as: Caller) => (await server.call('getMe', {}, as)).body.me !== null;

/** Malicious and random input. */
const WILD_TEXT = fc.constantFrom(
  '',
  ' ',
  'truro',
  'TRU-20261120-ABCDE',
  "'; drop table orders; --",
  '" or ""="',
  '<script>alert(1)</script>',
  '=HYPERLINK("http://evil.test")',
  'a\r\nBcc: everybody@evil.test',
  '../../../../etc/passwd',
  '%00%0a',
  'a\0b',
  '\ud800',
  '🍛'.repeat(300),
  '‮gnirts desrever',
  'x'.repeat(20_000),
  '9'.repeat(400),
  '-0',
  '1e309',
  'NaN',
  '2026-02-30',
  '0000-00-00',
  '99:99',
  '{"a":1}',
  '__proto__',
  'constructor',
);
const WILD_NUMBER = fc.constantFrom(0, -0, -1, 1, 0.1, 1.005, 1e21, -1e21, 2 ** 31, 2 ** 53, 5e-324, 1.7e308);
const DEEP = Array.from({ length: 60 }).reduce<unknown>((inner) => ({ a: [inner] }), 'end');
const WILD = fc.oneof(
  { weight: 4, arbitrary: WILD_TEXT },
  { weight: 2, arbitrary: WILD_NUMBER },
  fc.constantFrom<unknown>(null, true, [], {}, [[]], DEEP),
  fc.constant(JSON.parse('{"__proto__":{"role":"admin"},"constructor":{"prototype":{}}}') as unknown),
  fc.array(WILD_TEXT, { maxLength: 5 }),
);

type Schema = { [key: string]: unknown } & {
  type?: string | string[];
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
};

/** A value that nearly matches: mostly of the right shape, sometimes wild. */
function nearly(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof({ weight: 8, arbitrary: fitting(schema) }, { weight: 1, arbitrary: WILD });
}

function fitting(schema: Schema): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices && choices.length > 0) return fc.oneof(...choices.map(nearly));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if ('const' in schema) return fc.constant(schema.const);
  switch (Array.isArray(schema.type) ? schema.type[0] : schema.type) {
    case 'object': {
      const fields = Object.entries(schema.properties ?? {}).map(([name, field]) => [name, nearly(field)] as const);
      return fc.record(Object.fromEntries(fields), { requiredKeys: [] });
    }
    case 'array':
      return fc.array(nearly(schema.items ?? {}), { maxLength: 4 });
    case 'number':
    case 'integer':
      return fc.oneof(fc.integer({ min: -5, max: 200 }), WILD_NUMBER);
    case 'boolean':
      return fc.boolean();
    default:
      return fc.oneof(
        WILD_TEXT,
        fc.string({ maxLength: 30 }),
        fc.constantFrom('truro', '2026-11-27', '18:00', 'a@b.ca'),
      );
  }
}

function schemaOf(shape: z.ZodType | undefined): Schema {
  return shape ? (z.toJSONSchema(shape, { io: 'input', unrepresentable: 'any' }) as Schema) : {};
}

function requestOf(name: string, call: Call): fc.Arbitrary<{ path: string; init: RequestInit }> {
  const query = fc.oneof(
    fitting(schemaOf(call.query)),
    fc.dictionary(fc.constantFrom('limit', 'cursor', 'locationId'), WILD_TEXT),
  );
  const body = fc.oneof({ weight: 5, arbitrary: fitting(schemaOf(call.body)) }, { weight: 1, arbitrary: WILD });
  return fc.record({ query, body }).map((provided) => ({
    path: `/api/${name}?${new URLSearchParams(
      Object.entries(Object(provided.query) as object)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [field, typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)]),
    ).toString()}`,
    init: isPostCall(name) ? posted(provided.body) : {},
  }));
}

const manager = () => server.signIn('manager.truro@demo.test');

/** Creates a customer that no other test uses. */
async function newCustomer(): Promise<Caller> {
  const body = { email: `${crypto.randomUUID()}@guest.test`, password: 'Good-pass-1', name: 'Robin Guest' };
  const answer = await post('/api/auth/sign-up/email', body);
  return { cookie: cookiesOf(answer) };
}

// These calls end the caller's account, sessions or tablet. Each gets its own person, and a new one after it succeeded.
const ENDS: Readonly<Record<string, () => Promise<Caller>>> = {
  deleteMe: newCustomer,
  signOutEverywhere: manager,
  signOutDevice: manager,
  setUpTablet: manager,
};
const FUZZED = Object.entries(calls).filter(([, call]) => !('form' in call));

test.each(FUZZED)('%s never answers random input with a 5xx', async (name, call) => {
  const refreshed = ENDS[name];
  let as = refreshed ? await refreshed() : admin;
  let reached = 0;
  await fc.assert(
    fc.asyncProperty(requestOf(name, call), async ({ path, init }) => {
      const answer = await server.fetch(path, init, as);
      const text = await answer.text();
      expect(answer.status, `${path} ${JSON.stringify(init)} ${text}`).toBeLessThan(500);
      expect(text.length).toBeLessThan(2_000_000);
      if (answer.status !== 401) reached += 1;
      if (refreshed && !(await isIn(as))) as = await refreshed();
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
  // Without a valid session, calls would be refused before their input is read.
  expect(reached).toBeGreaterThan(refreshed ? RUNS / 2 : -1);
});

/** A tablet in Truro with the PINs of two people, one of whom works at it. */
async function tablet() {
  const idOf = async (email: string) =>
    (await shop.context.db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
  const people = [await idOf('staff.truro@demo.test'), await idOf('manager.truro@demo.test')];
  const pins = new Map<string, string>();
  for (const userId of people) {
    const { body } = await shop.call('createPin', { body: { userId } }, await shop.signIn('manager.truro@demo.test'));
    pins.set(userId, body.pin);
  }
  const body = { locationId: 'truro', name: 'Till' };
  const made = await shop.fetch('/api/setUpTablet', posted(body), await shop.signIn('manager.truro@demo.test'));
  const cookie = cookiesOf(made);
  expect(cookie).toContain('tiffin.tablet=');
  return { cookie, pins };
}

test('random input unlocks no shared tablet and gets no 5xx', async () => {
  const { cookie, pins } = await tablet();
  const { db } = shop.context;
  const right = [...pins].map(([userId, pin]) => ({ userId, pin }));
  const bodies = fc.oneof(
    fc.constantFrom(...right),
    fc.record({
      userId: fc.constantFrom(...pins.keys(), 'nobody', ''),
      pin: fc.oneof(fc.constantFrom(...pins.values()), fc.stringMatching(/^\d{6}$/), WILD_TEXT),
    }),
    fitting(schemaOf(calls.unlockTablet.body)),
    WILD,
  );
  const actions = fc.oneof(
    { weight: 5, arbitrary: bodies.map((body) => ({ path: '/api/unlockTablet', init: posted(body) })) },
    requestOf('getTablet', calls.getTablet),
    requestOf('lockTablet', calls.lockTablet),
    requestOf('getLocationOrders', calls.getLocationOrders),
    requestOf('updateOrderStatus', calls.updateOrderStatus),
    requestOf('confirmIdentity', calls.confirmIdentity),
  );
  let session = '';
  let opened = 0;
  await fc.assert(
    fc.asyncProperty(actions, async ({ path, init }) => {
      const answer = await shop.fetch(path, init, { cookie: [cookie, session].filter(Boolean).join('; ') });
      const text = await answer.text();
      expect(answer.status, `${path} ${JSON.stringify(init)} ${text}`).toBeLessThan(500);
      if (path !== '/api/unlockTablet') return;
      const { userId = '', pin } = Object(JSON.parse(init.body as string)) as { userId?: string; pin?: string };
      const isOpen = answer.status === 200;
      expect(isOpen && pins.get(userId) !== pin).toBe(false);
      if (isOpen) {
        session = cookiesOf(answer);
        opened += 1;
      }
      // Reset locked PINs, so that right ones are tried, too.
      await db.updateTable('pins').set({ tries: 0 }).where('tries', '>=', 5).execute();
    }),
    { numRuns: RUNS * 8, endOnFailure: true },
  );
  expect(opened).toBeGreaterThan(0);
});

test('random input for a manager’s PIN approves nothing and gets no 5xx', async () => {
  const { pins } = await tablet();
  const staff = await shop.signIn('staff.truro@demo.test');
  const pinHeaders = fc.oneof(
    WILD_TEXT.filter((text) => /^[\x21-\x7e]*$/.test(text) && text.length < 4_000),
    fc.tuple(fc.constantFrom(...pins.keys(), 'nobody'), fc.stringMatching(/^\d{0,8}$/)).map((parts) => parts.join(':')),
  );
  const actions = fc
    .constantFrom('cancelOrder' as const, 'refundOrderItems' as const)
    .chain((name) => requestOf(name, calls[name]));
  await fc.assert(
    fc.asyncProperty(actions, pinHeaders, async ({ path, init }, pin) => {
      const answer = await shop.fetch(path, init, { ...staff, 'x-manager-pin': pin });
      expect(answer.status, `${path} ${pin}`).toBeLessThan(500);
      expect(answer.status, `${path} ${pin}`).toBeGreaterThanOrEqual(400);
    }),
    { numRuns: RUNS * 2, endOnFailure: true },
  );
});

test('afterwards the server is healthy and the admin is still an admin', async () => {
  expect((await server.call('healthCheck', {})).body.status).toBe('healthy');
  expect((await server.call('getMe', {}, admin)).body.me?.role).toBe('admin');
  expect(({} as Record<string, unknown>)['role']).toBeUndefined();
});
