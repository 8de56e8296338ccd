import type { CallName } from '@tiffin/contract';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test, vi } from 'vitest';
import { generateValue, sampleNameOf, type PublishedSchema } from '../../testing/generate-value.ts';
import { preparedRequests, type PreparedRequests } from '../../testing/prepared-requests.ts';
import { SITE_KEY, testServer, type Caller } from '../../testing/server.ts';

/** `GENERATED_BODIES=40` is the long form. */
const BODIES = Number(process.env['GENERATED_BODIES'] ?? 2);
/** One accepted request of each prepared call is enough, because preparing takes most of the time. */
const IS_SHORT = BODIES < 40;
const SEED = Number(process.env['GENERATED_SEED'] ?? 20_261_120);
vi.setConfig({ testTimeout: 60_000 + BODIES * 60_000 });

const server = await testServer({ env: { RATE_LIMITS: '0' } });
const roles: Readonly<Record<string, Caller>> = {
  'customer key': SITE_KEY,
  customer: await server.signIn('customer@demo.test'),
  manager: await server.signIn('manager.truro@demo.test'),
  admin: await server.signIn('admin@demo.test'),
};

interface RequestContent {
  readonly schema: PublishedSchema;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}
interface Operation {
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema: PublishedSchema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, RequestContent>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, PublishedSchema>> };
}
const description = (await (await server.fetch('/api/openapi.json')).json()) as Description;

const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: false });
ajv.addSchema({ ...description, $id: 'https://tiffin.test/openapi' });
const pointer = (...parts: readonly string[]) =>
  parts.map((part) => `/${encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('');
const validatorAt = (...parts: readonly string[]) =>
  ajv.compile({ $ref: `https://tiffin.test/openapi#${pointer(...parts)}` });
const isRefusal = validatorAt('components', 'schemas', 'Error');

/** Ids that responses contained, so that later requests name things that exist. */
const samples = new Map<string, unknown[]>([
  ['locationId', ['truro', 'new-glasgow']],
  ['itemId', ['butter-chicken', 'mango-lassi']],
  ['date', ['2026-11-27']],
  ['time', ['18:00', '18:30']],
  ['phone', ['(902) 555-0177']],
]);
function learn(value: unknown, parent = '', depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > 6) return;
  for (const [field, inner] of Object.entries(value)) {
    const name = Array.isArray(value) ? parent : sampleNameOf(field, parent);
    if (
      /(Id|^token|^version|^category)$/.test(name) &&
      (typeof inner === 'string' || typeof inner === 'number') &&
      inner !== ''
    ) {
      const values = samples.get(name) ?? [];
      if (!values.includes(inner) && values.length < 20) samples.set(name, [...values, inner]);
    }
    learn(inner, name, depth + 1);
  }
}

/** A small generator of pseudo-random numbers (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
const source = {
  random: randomFrom(SEED),
  resolve: (ref: string) => description.components.schemas[ref.replace('#/components/schemas/', '')] ?? {},
  samples,
};

/** These end the session of a role or change much of the restaurant, so they come last. */
const LAST =
  /^(delete|deactivate|remove|revoke|signOut|toggle|erase|reset|setUpTablet|updateUser|updateSettings|updateLocation)/;
const prepared: PreparedRequests = await preparedRequests(server, roles['admin'] ?? {});
const operations = Object.entries(description.paths)
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, call: path.slice(1), method, operation })),
  )
  // Sign-in belongs to its library, live events never end, and providers sign their events.
  .filter(({ path }) => !/^\/(auth|events|webhooks)/.test(path));

interface Round extends Readonly<(typeof operations)[number]> {
  readonly prepare: (() => Promise<object> | object) | null;
  readonly bodies: number;
}
/** Prepared requests need the restaurant and the sessions as they were, so they come before those with any values. */
const rank = ({ call, method, prepare }: Round) => (prepare ? 1 : method === 'get' ? 0 : LAST.test(call) ? 3 : 2);
const rounds = operations
  .flatMap((each): Round[] => {
    const prepare = prepared[each.call as CallName] ?? null;
    const generated = { ...each, prepare: null, bodies: BODIES };
    return prepare ? [generated, { ...each, prepare, bodies: Math.ceil(BODIES / 4) }] : [generated];
  })
  .toSorted((a, b) => rank(a) - rank(b));

/** The address of a request, and its body if it has one. Prepared fields replace generated ones. */
async function requestOf({ path, method, operation, prepare }: Round): Promise<[string, string | null]> {
  const fields = (await prepare?.()) ?? {};
  const query = new URLSearchParams();
  for (const { name, in: where, required, schema } of operation.parameters ?? []) {
    if (where !== 'query' || (!required && source.random() < 0.5)) continue;
    const value = generateValue(schema, source, name);
    if (value !== null) query.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  if (method === 'get') {
    for (const [name, value] of Object.entries(fields)) query.set(name, String(value));
    return [`/api${path}?${query.toString()}`, null];
  }
  const url = `/api${path}?${query.toString()}`;
  const { schema, examples = {} } = operation.requestBody?.content['application/json'] ?? {};
  const example = Object.values(examples).find(() => !prepare && source.random() < 0.25);
  const generated = schema ? generateValue(schema, source) : {};
  return [url, JSON.stringify(example?.value ?? (prepare ? Object.assign({}, generated, fields) : generated))];
}

const answered = new Set<string>();
const wrong: string[] = [];

/** Sends one request of a round, and notes what must not happen. */
async function sendOne(round: Round, role: string, caller: Caller, isAsDescribed: (body: unknown) => boolean) {
  const [url, sent] = await requestOf(round);
  const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() };
  const init = sent === null ? {} : { method: 'POST', headers, body: sent };
  const answer = await server.fetch(url, init, caller);
  const text = await answer.text();
  const body: unknown = /json/.test(answer.headers.get('content-type') ?? '') ? JSON.parse(text) : null;
  const told = `${role} ${round.method} ${url} ${sent ?? ''} → ${answer.status} ${text.slice(0, 300)}`;
  if (answer.status >= 500) wrong.push(told);
  else if (answer.status === 200) {
    answered.add(round.call);
    learn(body);
    if (!isAsDescribed(body)) wrong.push(`${told} ${ajv.errorsText(Reflect.get(isAsDescribed, 'errors'))}`);
  } else if (answer.status >= 400 && !isRefusal(body)) wrong.push(`${told} ${ajv.errorsText(isRefusal.errors)}`);
}

test('no generated request fails, and every response is as the description says', async ({ annotate }) => {
  let requests = 0;
  for (const round of rounds) {
    const { path, method, operation } = round;
    const isJson = operation.responses['200']?.content?.['application/json'] !== undefined;
    const isAsDescribed = isJson
      ? validatorAt('paths', path, method, 'responses', '200', 'content', 'application/json', 'schema')
      : () => true;
    // The admin may make most calls.
    for (const [role, caller] of Object.entries(roles).toReversed()) {
      if (IS_SHORT && round.prepare && answered.has(round.call)) break;
      for (let at = 0; at < round.bodies; at++, requests++) {
        await sendOne(round, role, caller, isAsDescribed).catch((error: unknown) =>
          wrong.push(`${round.call} cannot be prepared: ${String(error)}`),
        );
      }
    }
  }
  const unanswered = operations.map(({ call }) => call).filter((call) => !answered.has(call));
  await annotate(
    `${requests} requests, ${answered.size} of ${operations.length} calls answered 200, not: ${unanswered.join(', ')}`,
  );
  expect(wrong).toEqual([]);
  expect(answered.size).toBeGreaterThanOrEqual(IS_SHORT ? 140 : 150);
});
