import { expect, test } from 'vitest';
import { cents } from '../core/index.ts';
import { giftCardUndoProblem } from './gift-cards.ts';

test.each([
  ['unused', 5000, 0, 5000, /^can be undone$/],
  ['used in part', 5000, 0, 4999, /^The card was used/],
  ['used up', 5000, 0, 0, /^The card was used/],
  ['undone before', 5000, 5000, 0, /went back already/],
  ['given back in part', 5000, 3000, 0, /went back already/],
] as const)('the sale of a card that is %s', (_name, sold, refunded, balance, problem) => {
  const card = { sold: cents(sold), refunded: cents(refunded), balance: cents(balance) };
  expect(giftCardUndoProblem(card) ?? 'can be undone').toMatch(problem);
});
