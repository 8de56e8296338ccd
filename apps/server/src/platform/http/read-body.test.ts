import { CALL_RATE_LIMITS, MAX_UPLOAD_KB, type BodyLimits } from '@tiffin/contract';
import fc from 'fast-check';
import { Refusal } from '@tiffin/domain/core';
import { expect, test, vi } from 'vitest';
import { TRANSACTION_TRIES_MAX } from '../db/transaction.ts';
import type { ApiContext } from './api-context.ts';
import { findBodyExcess, parseBody, parseStorable, readBytes, readText } from './read-body.ts';

test.each([
  ['[', 64, null],
  ['[', 65, 'malformed-json'],
  ['{"a":', 65, 'malformed-json'],
])('%s nested %i times', (open, times, excess) => {
  expect(findBodyExcess(open.repeat(times))).toBe(excess);
});

test('brackets inside strings do not count as nesting', () => {
  expect(findBodyExcess(JSON.stringify({ note: '['.repeat(1_000), other: `\\"${'{'.repeat(1_000)}` }))).toBeNull();
});

test('siblings do not count as nesting', () => {
  expect(findBodyExcess(JSON.stringify(Array.from({ length: 1_000 }, () => [{}])))).toBeNull();
});

test('shallow bodies are accepted', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 20 }), (value) => {
      expect(findBodyExcess(JSON.stringify(value))).toBeNull();
    }),
  );
});

test('millions of values are refused, and an order of ten thousand lines is not', () => {
  expect(findBodyExcess(`[${'[],'.repeat(100_001)}[]]`)).toBe('payload-too-large');
  const line = { id: 'dal', name: 'Dal', price: 9.95, quantity: 1, category: 'food', description: 'a, b', heat: 1 };
  expect(findBodyExcess(JSON.stringify({ items: Array.from({ length: 10_000 }, () => line) }))).toBeNull();
});

// oxlint-disable-next-line no-control-regex -- these are the characters that must not be stored
const UNWANTED = /[\0-\x08\v\f\x0e-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/;
const anyText = fc
  .array(fc.constantFrom('a', '\\', '"', '\0', '\b', '\ud83d', '\ude00', 'u0000', '\n', '\t', '\x7f', '\x85', '\u202e'))
  .map((signs) => signs.join(''));

test('parsed text can be stored, and storable text is unchanged', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const [read] = Object.values(parseStorable(JSON.stringify({ note: text })) as { note: string });
      expect(read?.isWellFormed()).toBe(true);
      expect(read).not.toMatch(UNWANTED);
      const couldBeStored = text.isWellFormed() && !UNWANTED.test(text);
      expect(read === text).toBe(couldBeStored);
    }),
  );
});

test('escaped characters are removed like those that are written out, also from the names of fields', () => {
  const escape = (text: string) =>
    text.replaceAll(/./gsu, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  const note = 'a\u0000\u0007\u001b\u007f\u0085\u202e\u2066\u200fb\nc\td';
  expect(parseStorable(`{"${escape('no\0te')}":"${escape(note)}"}`)).toEqual({ note: 'ab\nc\td' });
  expect(parseStorable(JSON.stringify({ 'no\0te': note }))).toEqual({ note: 'ab\nc\td' });
});

test('a control character that JSON must escape is still malformed when it is not', () => {
  expect(() => parseStorable('{"note":"a\u0001b"}')).toThrow(SyntaxError);
});

test('bodies and transactions have limits [C-LIMIT-01] [C-LIMIT-02]', () => {
  expect(MAX_UPLOAD_KB * 1024).toBe(10_485_760);
  expect(TRANSACTION_TRIES_MAX).toBe(25);
});

const never = () => new Promise<never>(() => undefined);

/** A request whose body never arrives. */
function unfinished(address: string, kB: number, text: () => Promise<string> = never): ApiContext {
  const header = (name: string) => (name === 'content-length' ? String(kB * 1024) : undefined);
  return { req: { header, text, arrayBuffer: never }, var: { info: { address } } } as unknown as ApiContext;
}

const upTo = (maxKb: number): BodyLimits => ({ maxKb, rate: CALL_RATE_LIMITS.form });

const refused = async (reading: Promise<unknown>) =>
  ((await reading.catch((error: Refusal) => error)) as Refusal).failure;

test('an unfinished body times out: after ten seconds for an order, after a minute for a photo', async () => {
  vi.useFakeTimers();
  const order = refused(readText(unfinished('203.0.113.1', 64), upTo(64)));
  await vi.advanceTimersByTimeAsync(10_400);
  expect(await order).toMatchObject({ code: 'body-too-slow' });
  let isOver = false;
  const photo = refused(readBytes(unfinished('203.0.113.1', MAX_UPLOAD_KB), upTo(MAX_UPLOAD_KB))).finally(
    () => (isOver = true),
  );
  await vi.advanceTimersByTimeAsync(59_000);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(await photo).toMatchObject({ code: 'body-too-slow' });
  vi.useRealTimers();
});

test('unfinished bodies may use 32 MB per address and 36 MB in total: the oldest are dropped, and a guest’s order is accepted', async () => {
  vi.useFakeTimers();
  let lost = 0;
  const send = (address: string) => {
    refused(readBytes(unfinished(address, 8 * 1024), upTo(MAX_UPLOAD_KB))).then(
      () => lost++,
      () => undefined,
    );
  };
  for (let n = 0; n < 5; n++) send('198.51.100.1');
  await vi.advanceTimersByTimeAsync(0);
  expect(lost).toBe(1);
  for (let n = 0; n < 5; n++) send(`198.51.100.${2 + (n % 2)}`);
  await vi.advanceTimersByTimeAsync(0);
  expect(lost).toBe(6);
  expect(
    await readText(
      unfinished('203.0.113.1', 64, () => Promise.resolve('{}')),
      upTo(64),
    ),
  ).toBe('{}');
  await vi.advanceTimersByTimeAsync(70_000);
  vi.useRealTimers();
});

test('a removed character hides no brackets from the limit on nesting', () => {
  const nested = `${'['.repeat(100)}${']'.repeat(100)}`;
  // Without the direction character the backslash escapes the quote, so the brackets are outside the string.
  const text = `["\\\u202e",",${nested}]`;
  expect(() => parseBody(text)).toThrow(
    expect.objectContaining({ failure: expect.objectContaining({ code: 'malformed-json' }) }),
  );
  expect(() => parseBody(`["",${nested}]`)).toThrow(Refusal);
});
