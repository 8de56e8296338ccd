import { expect, test } from 'vitest';
import { fieldsIn, number, record, text } from './unknown.ts';

test.each([[null], [undefined], ['text'], [3], [[1, 2]]])('%j is no record', (value) => {
  expect(record(value)).toBeNull();
});

test('a record keeps its own fields, and a hostile prototype key is only a field', () => {
  expect(record({ a: 1 })).toEqual({ a: 1 });
  const hostile = record(JSON.parse('{"__proto__": {"admin": true}}'));
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
])('the fields in %j are %j', (json, expected) => {
  expect(fieldsIn(json)).toEqual(expected);
});

test.each([
  ['  Priya ', 'Priya'],
  ['a\0b', 'ab'],
  ['\uD800', '\uFFFD'],
  [7, ''],
  [null, ''],
])('the text of %j is %j', (value, expected) => {
  expect(text(value)).toBe(expected);
});

test.each([
  [1.5, 1.5],
  [0, 0],
  [Number.NaN, null],
  [Infinity, null],
  ['3', null],
])('the number of %j is %j', (value, expected) => {
  expect(number(value)).toBe(expected);
});
