import { expect, test } from 'vitest';
import { checkOfferCode, offerProblemText, type OfferFacts, type OfferProblem } from './offer-problem.ts';

const asha = 'asha';
const order = (usedCode: boolean) => ({
  // Already 5 October in UTC.
  placedAt: new Date('2026-10-05T01:30:00Z'),
  zone: 'America/Halifax',
  usedCode,
});

test.each<[string, OfferFacts, string | null, OfferProblem | null, string]>([
  ['an invented code', { owner: null, firstOrder: null }, asha, 'unknown', 'We do not know this code.'],
  ['an invented code without an account', { owner: null, firstOrder: null }, null, 'unknown', 'We do not know'],
  ['a guest without an account', { owner: asha, firstOrder: null }, null, 'sign-in', 'Sign in to use it'],
  ['somebody else', { owner: asha, firstOrder: null }, 'lena', 'other-account', 'sent to another account'],
  [
    'a second order with the code',
    { owner: asha, firstOrder: order(true) },
    asha,
    'used',
    'your order of October 4, 2026.',
  ],
  ['a second order', { owner: asha, firstOrder: order(false) }, asha, 'not-first', 'You ordered on October 4, 2026.'],
  ['the first order', { owner: asha, firstOrder: null }, asha, null, ''],
])('%s gets the reason and what to do', (_, facts, userId, problem, text) => {
  expect(checkOfferCode(facts, userId)).toBe(problem);
  expect(problem === null ? '' : offerProblemText(problem, facts)).toContain(text);
});
