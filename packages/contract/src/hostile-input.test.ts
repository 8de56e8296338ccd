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

const INPUTS = Object.entries<Call>(calls).flatMap(([name, call]) =>
  inputsOf(call).map(({ kind, shape }) => ({ name, kind, shape, fields: fieldsOf(inputSchema(shape)) })),
);

test.each(INPUTS)('$name: no value of a field makes the $kind throw', ({ shape, fields }) => {
  for (const field of fields) {
    for (const value of hostileValuesFor(field)) {
      expect(() => shape.safeParse(field.requestWith(value)), `${field.path}: ${JSON.stringify(value)}`).not.toThrow();
    }
  }
});

const WRONG = [null, -1, 'x', [], [null], {}];
const WRONG_BESIDE_IT = [undefined, null, {}, [{}]];

/** Every pair of fields of the same object, both with a wrong value. */
function* wrongPairs(fields: readonly RequestField[]): Generator<unknown> {
  for (const { schema, requestWith } of fields) {
    const names = fieldNamesOf(schema);
    const simplest = Object(simplestValue(schema)) as object;
    for (const first of names) {
      for (const second of names.filter((name) => name !== first)) {
        for (const wrong of WRONG) {
          for (const beside of WRONG_BESIDE_IT) yield requestWith({ ...simplest, [first]: wrong, [second]: beside });
        }
      }
    }
  }
}

// Rules about several fields, and about lists, also run when some of their fields are invalid.
test.each(INPUTS)('$name: no two wrong fields beside each other make the $kind throw', ({ shape, fields }) => {
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
