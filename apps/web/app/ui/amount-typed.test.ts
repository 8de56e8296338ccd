import { expect, test } from 'vitest';
import { parseAmount } from './amount-typed.ts';

test.each([
  ['20', 2000],
  ['20.5', 2050],
  ['.50', 50],
  ['', null],
  ['20.555', null],
  ['-1', null],
  ['1e3', null],
  ['0x10', null],
  ['abc', null],
])('an amount typed as %j is %j', (text, amount) => {
  expect(parseAmount(text)).toBe(amount);
});
