import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TRANSACTION_TRIES_MAX } from '../db/transaction.ts';
import { BODY_BYTES_MAX, excessOf, parseStorable } from './read-body.ts';

test.each([
  ['[', 64, null],
  ['[', 65, 'malformed-json'],
  ['{"a":', 65, 'malformed-json'],
])('%s nested %i times', (open, times, excess) => {
  expect(excessOf(open.repeat(times))).toBe(excess);
});

test('brackets inside strings are none', () => {
  expect(excessOf(JSON.stringify({ note: '['.repeat(1_000), other: `\\"${'{'.repeat(1_000)}` }))).toBeNull();
});

test('what stands side by side is not deep', () => {
  expect(excessOf(JSON.stringify(Array.from({ length: 1_000 }, () => [{}])))).toBeNull();
});

test('whatever is shallow passes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
      expect(excessOf(JSON.stringify(value))).toBeNull();
    }),
  );
});

test('millions of values are too many, and ten thousand lines of an order are not', () => {
  expect(excessOf(`[${'[],'.repeat(100_001)}[]]`)).toBe('payload-too-large');
  const line = { id: 'dal', name: 'Dal', price: 9.95, quantity: 1, category: 'food', description: 'a, b', heat: 1 };
  expect(excessOf(JSON.stringify({ items: Array.from({ length: 10_000 }, () => line) }))).toBeNull();
});

const anyText = fc
  .array(fc.constantFrom('a', '\\', '"', '\0', '\ud83d', '\ude00', 'u0000', '\n'))
  .map((signs) => signs.join(''));

test('what is read can be stored, and what could be stored is read as it was sent', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const [read] = Object.values(parseStorable(JSON.stringify({ note: text })) as { note: string });
      expect(read?.isWellFormed()).toBe(true);
      expect(read).not.toContain('\0');
      const couldBeStored = text.isWellFormed() && !text.includes('\0');
      expect(read === text).toBe(couldBeStored);
    }),
  );
});

test('bodies and transactions have their limits [C-LIMIT-01] [C-LIMIT-02]', () => {
  expect(BODY_BYTES_MAX).toBe(10_485_760);
  expect(TRANSACTION_TRIES_MAX).toBe(25);
});
