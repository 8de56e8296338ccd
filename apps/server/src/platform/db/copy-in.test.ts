import { expect, test } from 'vitest';
import { formatCopyValue } from './copy-in.ts';

test.each([
  [null, String.raw`\N`],
  [undefined, String.raw`\N`],
  ['', ''],
  ['plain', 'plain'],
  ['a\tb\nc\\d\re', String.raw`a\tb\nc\\d\re`],
  [String.raw`\N`, String.raw`\\N`],
  [-5, '-5'],
  [true, 'true'],
  [new Date('2026-11-20T22:00:00Z'), '2026-11-20T22:00:00.000Z'],
  [{ a: ['x\ny'] }, String.raw`{"a":["x\\ny"]}`],
])('%j is encoded as %s', (value, text) => {
  expect(formatCopyValue(value)).toBe(text);
});
