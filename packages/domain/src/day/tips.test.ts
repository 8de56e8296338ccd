import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents, ZERO } from '../core/money.ts';
import { JOB_TITLES, OWN_TIPS, shareTips, TIP_RULES, type JobShare, type PoolShift, type TakenTips } from './tips.ts';

const taken = (personId: string | null, tips: number, refunded = 0): TakenTips => ({
  personId,
  tips: cents(tips),
  refunded: cents(refunded),
});
const shift = (personId: string, minutes: number, more: Partial<PoolShift> = {}): PoolShift => ({
  personId,
  minutes,
  points: 0,
  jobTitle: null,
  ...more,
});
const shifts = [390, 300, 255, 480].map((minutes, index) => shift(`p${index}`, minutes));
const byHours = { ...OWN_TIPS, rule: 'hours', percent: 100 } as const;
const job = (jobTitle: JobShare['jobTitle'], more: Partial<JobShare>): JobShare => ({
  jobTitle,
  points: 0,
  givesPercent: 0,
  givesTo: null,
  ...more,
});
const gets = (shared: ReturnType<typeof shareTips>) =>
  Object.fromEntries(shared.shares.map((share) => [share.personId, share.gets]));

test('183.47 are shared by minutes, and a refund of 4.00 comes back from the same shares', () => {
  const before = shareTips(byHours, { taken: [taken('p0', 183_47)], shifts });
  expect(before.shares.map(({ fromPool }) => fromPool)).toEqual([50_21, 38_63, 32_83, 61_80]);
  const after = shareTips(byHours, { taken: [taken('p0', 183_47, 4_00)], shifts });
  expect(after.shares.map(({ takenBack }) => takenBack)).toEqual([1_09, 84, 72, 1_35]);
  expect(after.shares.reduce((sum, share) => sum + share.gets, 0)).toBe(179_47);
});

test('everybody keeps 65 % of their own tips, and tips left online go into the pool', () => {
  const day = { taken: [taken('p0', 100_00), taken('x', 10_01), taken(null, 5_00)], shifts };
  const { shares, pool } = shareTips({ ...byHours, percent: 35 }, day);
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
  const alone = shareTips(OWN_TIPS, { taken: [taken('p0', 12_00, 2_00), taken(null, 3_00)], shifts: [] });
  expect([alone.shares, alone.undivided]).toMatchObject([[{ personId: 'p0', gets: 10_00, fromPool: 0 }], 3_00]);
  const nobody = shareTips(byHours, { taken: [taken('p0', 12_00, 2_00)], shifts: [shift('p0', 0)] });
  expect([nobody.undivided, nobody.shares[0]?.gets]).toEqual([10_00, 0]);
});

test('online tips that belong to nobody go to the person, or by hours to the staff, whom a manager chose', () => {
  const day = {
    taken: [taken('p0', 10_00), taken(null, 9_00, 3_00)],
    shifts: [...shifts, shift('m', 90, { points: null })],
  };
  expect(shareTips(OWN_TIPS, day)).toMatchObject({ undivided: 6_00 });
  const toOne = shareTips(OWN_TIPS, { ...day, undividedTo: { receiver: 'person', personId: 'p2' } });
  expect([gets(toOne), toOne.undivided]).toEqual([{ p0: 10_00, p2: 6_00 }, 0]);
  const toAll = shareTips(OWN_TIPS, { ...day, undividedTo: { receiver: 'hours', personId: null } });
  expect([gets(toAll), toAll.undivided]).toEqual([{ p0: 11_64, p1: 1_27, p2: 1_07, p3: 2_02 }, 0]);
  const back = shareTips(OWN_TIPS, { ...day, undividedTo: { receiver: 'nobody', personId: null } });
  expect(back.undivided).toBe(6_00);
  // A pool that the rule shares is not given to others.
  expect(gets(shareTips(byHours, { ...day, undividedTo: { receiver: 'person', personId: 'x' } }))).not.toHaveProperty(
    'x',
  );
});

test.each([
  ['hours', { s: 8_00, k: 2_00 }],
  ['points', { s: 6_67, k: 3_33 }],
  ['equal', { s: 5_00, k: 5_00 }],
] as const)('only jobs with points share a pool by %s, whatever points people have', (rule, expected) => {
  const working = [
    shift('s', 480, { jobTitle: 'server', points: 1 }),
    shift('k', 240, { jobTitle: 'kitchen', points: 9 }),
    shift('d', 480, { jobTitle: 'driver', points: 9 }),
    shift('m', 480, { jobTitle: 'server', points: null }),
  ];
  const jobs = [job('server', { points: 10 }), job('kitchen', { points: 5 })];
  expect(gets(shareTips({ rule, percent: 100, jobs }, { taken: [taken(null, 10_00)], shifts: working }))).toEqual(
    expected,
  );
});

test('servers give 3 % of their tips to the kitchen by hours, and a refund comes back from both', () => {
  const jobs = [job('server', { givesPercent: 3, givesTo: 'kitchen' })];
  const kitchen = [shift('k1', 300, { jobTitle: 'kitchen' }), shift('k2', 100, { jobTitle: 'kitchen' })];
  const working = [shift('s', 480, { jobTitle: 'server' }), shift('b', 480, { jobTitle: 'bar' }), ...kitchen];
  const day = { taken: [taken('s', 100_00, 10_00), taken('b', 50_00)], shifts: working };
  const shared = shareTips({ ...OWN_TIPS, jobs }, day);
  expect(gets(shared)).toEqual({ s: 87_30, b: 50_00, k1: 2_02, k2: 68 });
  expect(shared.shares.find(({ personId }) => personId === 'k1')).toMatchObject({ fromTipOuts: 2_25, takenBack: 23 });
  // On a day without a kitchen the servers keep it, and in a pool only the rest is shared.
  expect(gets(shareTips({ ...OWN_TIPS, jobs }, { ...day, shifts: working.slice(0, 2) }))).toEqual({
    s: 90_00,
    b: 50_00,
  });
  expect(shareTips({ ...byHours, jobs }, day).pool).toBe(147_00);
});

test('shares and what is undivided are the tips less their refunds, whatever the rule', () => {
  const people = fc.constantFrom('a', 'b', 'c', 'd');
  const tips = fc
    .tuple(fc.option(people), fc.nat(100_00), fc.nat(100))
    .map(([personId, amount, percent]) => taken(personId, amount, Math.floor((amount * percent) / 100)));
  const jobTitle = fc.constantFrom(...JOB_TITLES);
  const work = fc.record({
    personId: people,
    minutes: fc.nat(600),
    points: fc.option(fc.nat(5)),
    jobTitle: fc.option(jobTitle),
  });
  const jobs = fc.uniqueArray(
    fc.record({ jobTitle, points: fc.nat(10), givesPercent: fc.nat(100), givesTo: fc.option(jobTitle) }),
    { selector: (each) => each.jobTitle },
  );
  const policies = fc.record({ rule: fc.constantFrom(...TIP_RULES), percent: fc.nat(100), jobs });
  const undividedTo = fc.constantFrom(
    undefined,
    { receiver: 'hours', personId: null } as const,
    { receiver: 'person', personId: 'a' } as const,
  );
  const all = fc.uniqueArray(tips, { selector: ({ personId }) => personId });
  fc.assert(
    fc.property(policies, all, fc.array(work), undividedTo, (policy, list, working, to) => {
      const { shares, undivided } = shareTips(policy, { taken: list, shifts: working, undividedTo: to });
      const right = list.reduce((sum, each) => sum + each.tips - each.refunded, 0);
      expect(shares.reduce((sum, share) => sum + share.gets, 0) + undivided).toBe(right);
      expect(shares.every((share) => share.gets >= ZERO)).toBe(true);
    }),
  );
});
