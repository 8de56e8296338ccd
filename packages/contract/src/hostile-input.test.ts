import { expect, test } from 'vitest';
import type { Call } from './call.ts';
import { calls } from './calls.ts';
import {
  fieldNamesOf,
  fieldsOf,
  hostileValuesFor,
  inputSchema,
  inputsOf,
  simplestValue,
  type RequestField,
} from './testing/request-values.ts';

/** Plain values, so that requests are valid but for the fields that a test makes wrong. */
const SAMPLES = {
  name: 'Robin Guest',
  email: 'robin@guest.test',
  phone: '9025550123',
  locationId: 'truro',
  time: '18:00',
  total: 2,
  tax: 1,
  paymentMethod: 'cash',
  locationInfo: { id: 'truro', name: 'Truro' },
};

const INPUTS = Object.entries<Call>(calls).flatMap(([name, call]) =>
  inputsOf(call).map(({ kind, shape }) => ({ name, kind, shape, fields: fieldsOf(inputSchema(shape), SAMPLES) })),
);

test.each(INPUTS)('$name: no value of a field makes the $kind throw', ({ shape, fields }) => {
  for (const field of fields) {
    for (const value of hostileValuesFor(field)) {
      expect(() => shape.safeParse(field.requestWith(value)), `${field.path}: ${JSON.stringify(value)}`).not.toThrow();
    }
  }
});

const WRONG_PAIRS = [null, -1, 'x', {}].flatMap((first) =>
  [undefined, {}, [{}]].map((second): readonly [unknown, unknown] => [first, second]),
);

/**
 * Every pair of fields of the same object, both with a wrong value. Quick tests try one pair of values for each
 * pair of fields, in turn.
 */
function* wrongPairs(fields: readonly RequestField[]): Generator {
  let pairs = 0;
  for (const { schema, requestWith } of fields) {
    const names = fieldNamesOf(schema);
    const simplest = Object(simplestValue(schema, SAMPLES)) as object;
    for (const first of names) {
      for (const second of names.filter((name) => name !== first)) {
        const next = pairs++ % WRONG_PAIRS.length;
        const tried = process.env['QUICK_TESTS'] ? WRONG_PAIRS.slice(next, next + 1) : WRONG_PAIRS;
        for (const [wrong, other] of tried) yield requestWith({ ...simplest, [first]: wrong, [second]: other });
      }
    }
  }
}

// Rules about several fields, and about lists, also run when some of their fields are invalid.
test.each(INPUTS)('$name: no two wrong fields of an object make the $kind throw', ({ shape, fields }) => {
  const thrown = new Set<string>();
  for (const request of wrongPairs(fields)) {
    try {
      shape.safeParse(request);
    } catch (error) {
      thrown.add(`${String(error)} for ${JSON.stringify(request)}`);
    }
  }
  expect([...thrown].slice(0, 5)).toEqual([]);
});
