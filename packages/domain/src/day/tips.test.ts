import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, ZERO } from '../core/money.ts';
import { shareTips, type TakenTips } from './tips.ts';

const taken = (personId: string | null, tips: number, refunded = 0): TakenTips => ({
  personId,
  tips: cents(tips),
  refunded: cents(refunded),
});
const members = [390, 300, 255, 480].map((weight, index) => ({ personId: `p${index}`, weight }));

test('183.47 are shared by minutes, and a refund of 4.00 comes back from the same shares', () => {
  const before = shareTips(100, [taken('p0', 183_47)], members);
  expect(before.shares.map(({ fromPool }) => fromPool)).toEqual([50_21, 38_63, 32_83, 61_80]);
  const after = shareTips(100, [taken('p0', 183_47, 4_00)], members);
  expect(after.shares.map(({ takenBack }) => takenBack)).toEqual([1_09, 84, 72, 1_35]);
  expect(after.shares.reduce((sum, { gets }) => sum + gets, 0)).toBe(179_47);
});

test('everybody keeps 65 % of their own tips, and tips left online go into the pool', () => {
  const { shares, pool } = shareTips(35, [taken('p0', 100_00), taken('x', 10_01), taken(null, 5_00)], members);
  expect(shares.map(({ personId, own }) => [personId, own])).toEqual([
    ['p0', 65_00],
    ['x', 6_51],
    ['p1', 0],
    ['p2', 0],
    ['p3', 0],
  ]);
  expect(pool).toBe(43_50);
});

test('without a pool each tip belongs to the person who served, and a pool without hours is undivided', () => {
  const alone = shareTips(0, [taken('p0', 12_00, 2_00), taken(null, 3_00)], []);
  expect([alone.shares, alone.undivided]).toMatchObject([[{ personId: 'p0', gets: 10_00, fromPool: 0 }], 3_00]);
  const nobody = shareTips(100, [taken('p0', 12_00, 2_00)], [{ personId: 'p0', weight: 0 }]);
  expect([nobody.undivided, nobody.shares[0]?.gets]).toEqual([10_00, 0]);
});

test('shares and what is undivided are the tips less their refunds, whatever the rule', () => {
  const tips = fc
    .tuple(fc.option(fc.constantFrom('a', 'b', 'c')), fc.nat(100_00), fc.nat(100))
    .map(([personId, amount, percent]) => taken(personId, amount, Math.floor((amount * percent) / 100)));
  const pools = fc.nat(100);
  const weights = fc.uniqueArray(fc.record({ personId: fc.constantFrom('a', 'b', 'c', 'd'), weight: fc.nat(600) }), {
    selector: ({ personId }) => personId,
  });
  const all = fc.uniqueArray(tips, { selector: ({ personId }) => personId });
  fc.assert(
    fc.property(pools, all, weights, (pool, list, people) => {
      const { shares, undivided } = shareTips(pool, list, people);
      const right = list.reduce((sum, each) => sum + each.tips - each.refunded, 0);
      expect(shares.reduce((sum, { gets }) => sum + gets, 0) + undivided).toBe(right);
      expect(shares.every(({ gets }) => gets >= ZERO)).toBe(true);
    }),
  );
});
