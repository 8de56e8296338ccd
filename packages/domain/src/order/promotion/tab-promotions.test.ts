import { expect, test } from 'vitest';
import { cents } from '../../core/money.ts';
import type { Promotion } from './promotions.ts';
import { lostPromotionTexts, tabPromotionProblem } from './tab-promotions.ts';

const happyHour: Promotion = {
  id: 'p1',
  name: 'Happy hour',
  code: null,
  conditions: [
    { kind: 'daypart', from: '17:00', until: '19:00' },
    { kind: 'categories', ids: ['appetizers'] },
  ],
  effect: { kind: 'percent', of: 'dishes', percent: 30 },
  from: null,
  until: null,
  isLimited: false,
};
const lines = [{ id: 'samosas', category: 'appetizers', unitPrice: cents(792), quantity: 1 }];
const moment = {
  now: new Date('2026-11-20T21:30:00Z'),
  orderedFor: new Date('2026-11-20T21:30:00Z'),
  zone: 'America/Halifax',
  locationId: 'truro',
  service: 'dine-in' as const,
};

test.each<[string, Partial<Promotion>, ReturnType<typeof tabPromotionProblem>]>([
  ['a happy hour on a category', {}, null],
  ['a percentage off the whole order', { effect: { kind: 'percent', of: 'order', percent: 10 } }, null],
  ['a code', { code: 'CURRY' }, 'code'],
  ['a limited promotion', { isLimited: true }, 'limited'],
  ['a minimum', { conditions: [{ kind: 'minimum', amount: cents(3000) }] }, 'minimum'],
  ['three of a dish', { conditions: [{ kind: 'dishes', ids: ['naan'], count: 3 }] }, 'dishes'],
  ['an amount off', { effect: { kind: 'amount', of: 'order', amount: cents(500) } }, 'once'],
  ['the cheapest dish free', { effect: { kind: 'percent', of: 'cheapest', percent: 100 } }, 'once'],
])('%s holds on a tab, or is refused for its reason', (_, change, problem) => {
  expect(tabPromotionProblem({ ...happyHour, ...change })).toBe(problem);
});

test('staff are told only of promotions that would hold at the counter now', () => {
  const amountOff: Promotion = {
    ...happyHour,
    name: 'Five off',
    effect: { kind: 'amount', of: 'order', amount: cents(500) },
  };
  const tomorrow: Promotion = { ...amountOff, from: '2026-11-21' };
  const typed: Promotion = { ...amountOff, code: 'FIVE' };
  expect(lostPromotionTexts([happyHour, amountOff, tomorrow, typed], lines, moment)).toEqual([
    'Five off does not hold on a tab: it counts once for each order.',
  ]);
});
