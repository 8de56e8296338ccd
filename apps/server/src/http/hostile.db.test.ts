import { z } from '@hono/zod-openapi';
import { calls, type Call } from '@tiffin/contract';
import { isPosted } from '@tiffin/contract/methods';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { testServer } from '../testing/server.ts';

vi.setConfig({ testTimeout: 60_000 });

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const admin = await server.signIn('admin@demo.test');
const RUNS = Number(process.env['FUZZ_RUNS'] ?? 25);

/** What people and machines type who mean harm, and those who only fell asleep on the keyboard. */
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

/** A value that nearly fits: mostly of the right shape, now and then wild. */
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
  return fc.record({ query, body }).map((given) => ({
    path: `/api/${name}?${new URLSearchParams(
      Object.entries(Object(given.query) as object)
        .filter(([, value]) => value !== undefined)
        .map(([field, value]) => [field, typeof value === 'string' ? value.toWellFormed() : JSON.stringify(value)]),
    ).toString()}`,
    init: isPosted(name)
      ? { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(given.body) ?? '' }
      : {},
  }));
}

// These end the asker's own account or sessions: the next call would be a stranger's.
const LEFT_OUT = new Set(['deleteMe', 'signOutEverywhere', 'setUpTablet']);
const FUZZED = Object.entries(calls).filter(([name, call]) => !LEFT_OUT.has(name) && !('form' in call));

test.each(FUZZED)('%s answers whatever comes, and never with a 5xx', async (name, call) => {
  await fc.assert(
    fc.asyncProperty(requestOf(name, call), async ({ path, init }) => {
      const answer = await server.fetch(path, init, admin);
      const text = await answer.text();
      expect(answer.status, `${path} ${JSON.stringify(init)} ${text}`).toBeLessThan(500);
      expect(text.length).toBeLessThan(2_000_000);
    }),
    { numRuns: RUNS, endOnFailure: true },
  );
});

test('after all of it the server is well and the admin is still the admin', async () => {
  expect((await server.call('healthCheck', {})).body.status).toBe('healthy');
  expect((await server.call('getMe', {}, admin)).body.me?.role).toBe('admin');
  expect(({} as Record<string, unknown>)['role']).toBeUndefined();
});
