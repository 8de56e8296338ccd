import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FailureCode, Refusal, failure, failures, refuse, httpStatusOf } from './errors.ts';
import { CALL_OUT_ALPHABET, randomCode } from './ids.ts';
import { ok, fail } from './result.ts';
import { parseJsonFields, asNumber, asRecord, asText, toStorableText } from './parse-unknown.ts';

const codes = Object.keys(failures) as FailureCode[];

test.each(codes)('the failure %s has a 4xx or 5xx status and a message', (code) => {
  expect(httpStatusOf(code)).toBeGreaterThanOrEqual(400);
  expect(httpStatusOf(code)).toBeLessThan(600);
  expect(failures[code][1].trim()).not.toBe('');
  expect(code).toMatch(/^[a-z]+(-[a-z]+)*$/);
});

test('a failure has the default message of its code unless another is passed', () => {
  expect(failure('order-not-found')).toEqual({ code: 'order-not-found', message: 'Order not found' });
  expect(failure('not-found', 'No such table')).toEqual({ code: 'not-found', message: 'No such table' });
  expect(failure('conflict', undefined, { now: 'ready' })).toEqual({
    code: 'conflict',
    message: 'Somebody else changed this at the same time.',
    details: { now: 'ready' },
  });
});

test('a refusal is an error that carries its failure', () => {
  const refusal = refuse('item-unavailable', 'Butter Chicken is no longer available.', { id: 'butter-chicken' });
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal).toBeInstanceOf(Error);
  expect(refusal.name).toBe('Refusal');
  expect(refusal.message).toBe('Butter Chicken is no longer available.');
  expect(refusal.failure.details).toEqual({ id: 'butter-chicken' });
});

test('a result is a value or a failure', () => {
  expect(ok(3)).toEqual({ ok: true, value: 3 });
  expect(fail('not-found')).toEqual({ ok: false, error: { code: 'not-found', message: 'Not found.' } });
});

test('the alphabet for codes people read aloud has no look-alikes', () => {
  expect(CALL_OUT_ALPHABET).toMatch(/^[A-Z2-9]+$/);
  expect(CALL_OUT_ALPHABET).not.toMatch(/[01OIL]/);
  expect(new Set(CALL_OUT_ALPHABET).size).toBe(CALL_OUT_ALPHABET.length);
});

test.each([
  [0, 'AAA'],
  [0.999_999, '999'],
])('the random number %d gives %s', (random, code) => {
  expect(randomCode(3, () => random)).toBe(code);
});

test('a code uses one random number per character and the alphabet it is passed', () => {
  const numbers = [0, 0.5, 0.99];
  expect(randomCode(3, () => numbers.shift() ?? 0, 'XY')).toBe('XYY');
});

test('a code has the requested length and alphabet, whatever the random numbers', () => {
  fc.assert(
    fc.property(fc.nat(20), fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), (length, random) => {
      const code = randomCode(length, () => random);
      expect(code).toHaveLength(length);
      expect([...code].every((character) => CALL_OUT_ALPHABET.includes(character))).toBe(true);
    }),
  );
});

test.each([[null], [undefined], ['text'], [3], [[1, 2]]])('%j is not a record', (value) => {
  expect(asRecord(value)).toBeNull();
});

test('a record has its own fields, and a hostile prototype key is an ordinary field', () => {
  expect(asRecord({ a: 1 })).toEqual({ a: 1 });
  const hostile = asRecord(JSON.parse('{"__proto__": {"admin": true}}'));
  expect(hostile?.['admin']).toBeUndefined();
});

test.each([
  ['{"uid":"p"}', { uid: 'p' }],
  ['{}', {}],
  [null, {}],
  ['', {}],
  ['{"cut of', {}],
  ['null', {}],
  ['"text"', {}],
  ['[1,2]', {}],
  ['<html>', {}],
])('parsing the fields of %j gives %j', (json, expected) => {
  expect(parseJsonFields(json)).toEqual(expected);
});

test.each([
  ['  Priya ', 'Priya'],
  ['a\0b', 'ab'],
  ['\uD800', '\uFFFD'],
  [7, ''],
  [null, ''],
])('reading %j as text gives %j', (value, expected) => {
  expect(asText(value)).toBe(expected);
});

test.each([
  [1.5, 1.5],
  [0, 0],
  [Number.NaN, null],
  [Infinity, null],
  ['3', null],
])('reading %j as a number gives %j', (value, expected) => {
  expect(asNumber(value)).toBe(expected);
});

test.each([
  ['Arabic', 'محمد الأمين'],
  ['Arabic with a joiner', 'نامه\u200cها'],
  ['Hebrew', 'שָׁלוֹם כהן'],
  ['Devanagari with joiners', 'क्\u200dष श्री \u200cअशा'],
  ['Gurmukhi', 'ਗੁਰਪ੍ਰੀਤ'],
  ['Sinhala', 'ශ්\u200dරී'],
  ['an emoji of joined people', '👩\u200d🍳'],
  ['several lines', 'one\r\n\ttwo\nthree'],
])('a text in %s is stored unchanged', (_what, text) => {
  expect(toStorableText(text)).toBe(text);
});

test.each([
  ['an override', 'Robin \u202egnp.exe', 'Robin gnp.exe'],
  ['embeddings and isolates', '\u202aa\u202b\u202c\u2066b\u2067\u2068\u2069', 'ab'],
  ['direction marks', '\u200ea\u200f\u061cb', 'ab'],
  ['NUL, bell, backspace and escape', 'a\0\u0007\b\u001b[2Jb', 'a[2Jb'],
  ['C1 controls', 'a\u0080\u0085\u009bb\u007f', 'ab'],
  ['half a character', 'a\ud800b', 'a\ufffdb'],
])('%s is removed before a text is stored', (_what, text, stored) => {
  expect(toStorableText(text)).toBe(stored);
});
