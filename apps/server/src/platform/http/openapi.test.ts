import { z } from '@hono/zod-openapi';
import { calls, type Call } from '@tiffin/contract';
import { AREA_DESCRIPTIONS, EVENT_SCOPES } from '@tiffin/contract/areas';
import { EXAMPLES } from '@tiffin/contract/examples';
import { expect, test } from 'vitest';
import { openApiDocument } from './openapi.ts';

type Json = Record<string, unknown>;
const asJson = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

const all: readonly Call[] = Object.values(calls);
const document = asJson(openApiDocument(all, '1.0.0', 'https://tiffin.example'));
const operations = Object.entries(asJson(document['paths'])).flatMap(([path, methods]) =>
  Object.values(asJson(methods)).map((operation) => ({ path, ...asJson(operation) })),
) as { path: string; tags: string[]; responses: Json; parameters?: Json[]; summary?: string; security?: Json[] }[];

/** Calls back for every field of every schema. */
function visitFields(node: unknown, visit: (name: string, schema: Json) => void): void {
  if (Array.isArray(node)) return node.forEach((each) => visitFields(each, visit));
  for (const [key, value] of Object.entries(asJson(node))) {
    if (key === 'examples' || key === 'example') continue;
    if (key === 'properties') {
      for (const [name, schema] of Object.entries(asJson(value))) visit(name, asJson(schema));
    }
    visitFields(value, visit);
  }
}

/** The words of a name or text, without articles and prepositions, in the singular. */
function contentWords(text: string): string[] {
  const found =
    text
      .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
      .toLowerCase()
      .match(/[\p{L}\d$]+/gu) ?? [];
  return found
    .filter((word) => !/^(an?|the|of|in|at|for|to|from|by|on|with)$/.test(word))
    .map((word) => word.replace(/ies$/, 'y').replace(/s$/, ''));
}

test('calls that only people may make are described without API keys', () => {
  const ofPeople = all.filter(({ peopleOnly }) => peopleOnly).map(({ path }) => path);
  expect(ofPeople).toContain('/addPrinter');
  const described = operations.filter(({ path }) => ofPeople.includes(path as `/${string}`));
  expect(described.map(({ security }) => security)).toEqual(ofPeople.map(() => [{ session: [] }]));
});

test('every call has a summary', () => {
  expect(operations.filter(({ summary = '' }) => summary === '').map(({ path }) => path)).toEqual([]);
});

test('a description of a field says more than its name', () => {
  const repeated: string[] = [];
  visitFields(document, (name, { description }) => {
    if (typeof description !== 'string') return;
    const known = contentWords(name);
    if (contentWords(description).every((word) => known.includes(word))) repeated.push(`${name}: ${description}`);
  });
  expect([...new Set(repeated)]).toEqual([]);
});

test('every tag is declared and used', () => {
  const tags = [...new Set(operations.flatMap((operation) => operation.tags))].toSorted();
  expect(Object.keys(AREA_DESCRIPTIONS).toSorted()).toEqual(tags);
  expect(document['tags']).toHaveLength(tags.length);
});

test('every call lists its refusals: who may not call, wrong input, too many requests', () => {
  const own = operations.filter(({ path }) => !path.startsWith('/auth/') && !/^\/(events|webhooks)/.test(path));
  expect(own.length).toBeGreaterThan(200);
  for (const { path, responses, security = [], parameters, ...operation } of own) {
    const statuses = Object.keys(responses);
    expect([path, statuses]).toEqual([path, expect.arrayContaining(['200', '429', 'default'])]);
    const takesInput = parameters !== undefined || 'requestBody' in operation;
    expect([path, statuses.includes('400')]).toEqual([path, takesInput]);
    expect([path, statuses.includes('401')]).toEqual([path, security.length > 0]);
  }
});

test('sign-in, live events and webhooks are described', () => {
  const paths = operations.map(({ path }) => path);
  for (const path of ['/auth/sign-in/email', '/auth/sign-out', '/events', '/webhooks/{provider}']) {
    expect(paths).toContain(path);
  }
});

test('every type of live event that a listener may get is described', () => {
  const { oneOf } = asJson(asJson(asJson(document['components'])['schemas'])['LiveEvent']);
  const types = (Array.isArray(oneOf) ? oneOf : []).flatMap(
    (variant: unknown) => asJson(asJson(asJson(variant)['properties'])['type'])['enum'],
  );
  expect([...types, 'access.changed'].map(String).toSorted()).toEqual(Object.keys(EVENT_SCOPES).toSorted());
});

test('every call that prices or places an order has two examples, which the contract accepts', () => {
  const ordering = Object.entries(calls).filter(([name]) =>
    /^(quoteOrder|validatePricing|create(Customer|Admin)(Order|Payment))/.test(name),
  );
  expect(ordering.length).toBeGreaterThan(6);
  for (const [name, call] of ordering) {
    expect([name, EXAMPLES[name]?.length]).toEqual([name, 2]);
    for (const { value } of EXAMPLES[name] ?? []) {
      const { error } = z.safeParse((call as Call).body ?? z.never(), value);
      expect([name, error?.issues]).toEqual([name, undefined]);
    }
  }
  expect(Object.keys(EXAMPLES).toSorted()).toEqual(ordering.map(([name]) => name).toSorted());
});

/** The lists of values in a schema. */
function listsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(listsIn);
  return Object.entries(asJson(node)).flatMap(([key, value]) =>
    key === 'enum' && Array.isArray(value) ? [JSON.stringify(value.filter((one) => one !== null))] : listsIn(value),
  );
}

test('a list of values is published completely', () => {
  const published = new Set(listsIn(document));
  const lists = all.flatMap(({ query, body, response }) =>
    [query, body, response].flatMap((schema) =>
      schema ? listsIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })) : [],
    ),
  );
  expect(lists.length).toBeGreaterThan(100);
  expect([...new Set(lists)].filter((list) => !published.has(list))).toEqual([]);
  expect(published).toContain('[1,5]');
});
