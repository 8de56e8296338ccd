import { expect, test } from 'vitest';
import { z } from 'zod';
import { calls } from '../index.ts';

/** The names of all fields in a schema, also inside lists and objects. */
function fieldsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(fieldsOf);
  if (typeof schema !== 'object' || schema === null) return [];
  const { properties = {} } = schema as { properties?: object };
  return [...Object.keys(properties), ...Object.values(schema).flatMap(fieldsOf)];
}

test('no call for guests, customers or staff answers what dishes cost the restaurant', () => {
  const withCosts = Object.entries(calls).flatMap(([name, { response, access }]) => {
    const schema = z.toJSONSchema(response, { unrepresentable: 'any', io: 'output' });
    return fieldsOf(schema).some((field) => /cost|margin/i.test(field)) ? [`${access} ${name}`] : [];
  });
  // What a promotion costs is for admins.
  const forOthers = withCosts.filter((call) => !call.startsWith('admin '));
  expect(forOthers).toEqual(['manager getCosts', 'manager getMargins']);
});
