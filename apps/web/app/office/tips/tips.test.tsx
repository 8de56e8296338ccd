import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { syncServerClock } from '../../shared/live/server-clock.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, rootData, staff, truro } from '../../testing/samples.ts';
import { openOffice } from '../../testing/show.tsx';

const manager = { ...admin, role: 'manager' as const, isAdmin: false, locationIds: ['truro'] };
const TODAY = '2026-11-20';
const hours: Answer<'getHours'> = {
  shifts: [
    {
      shiftId: 's1',
      userId: 'ewan',
      name: 'Ewan Ross',
      date: TODAY,
      from: '2026-11-20T21:12:00.000Z',
      to: '2026-11-21T02:12:00.000Z',
      minutes: 300,
      isForgotten: false,
      correction: null,
    },
  ],
  people: [
    {
      userId: 'ewan',
      name: 'Ewan Ross',
      hasPin: true,
      atWorkSince: null,
      hourlyRate: 17.25,
      tipPoints: 0,
      jobTitle: 'server',
      sharesTips: true,
    },
    {
      userId: 'asha',
      name: 'Asha',
      hasPin: true,
      atWorkSince: `${TODAY}T18:00:00.000Z`,
      hourlyRate: null,
      tipPoints: 0,
    },
  ],
};
const rule = {
  rule: 'hours' as const,
  percent: 35,
  jobs: [],
  decidedBy: 'staff' as const,
  from: '2026-10-01',
  setBy: 'Anjali',
};
const tips: Answer<'getTipShares'> = {
  days: [
    {
      date: TODAY,
      rule,
      tips: 524.2,
      refunded: 0,
      pool: 183.47,
      weights: 1425,
      undivided: 0,
      undividedTo: null,
      shares: [
        {
          userId: 'ewan',
          name: 'Ewan Ross',
          minutes: 300,
          weight: 300,
          own: 98.44,
          fromPool: 38.63,
          fromTipOuts: 0,
          takenBack: 0,
          gets: 137.07,
        },
      ],
    },
  ],
  rules: [rule],
  today: TODAY,
};
const pay: Answer<'getPay'> = {
  people: [
    {
      userId: 'ewan',
      name: 'Ewan Ross',
      jobTitles: ['server'],
      minutes: 3000,
      overtimeMinutes: 120,
      tips: 137.07,
      declaredCash: 31.5,
    },
  ],
  undivided: 0,
};
const open = (answers: Answers = {}, who: typeof admin = manager) =>
  openOffice('tips', { getHours: hours, getTipShares: tips, getPay: pay, ...answers }, who);

test('a share says what it consists of and how it was calculated, and a manager changes the rule', async () => {
  const { sent } = open({ saveTipRule: { rule } });
  await expect(screen).toShow('A pool by hours worked: 35 % of each tip.');
  const table = screen.getByRole('table', { name: /Tips of/ });
  expect(within(table).getByText('$183.47 × 300 of 1425')).toBeTruthy();
  expect(within(table).getByText('$137.07')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Change the rule' }));
  fireEvent.change(screen.getByLabelText(/^Rule/), { target: { value: 'points' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect(screen).toShow('The rule counts from tomorrow');
  expect(sent('saveTipRule')).toEqual([
    { locationId: 'truro', rule: 'points', percent: 35, decidedBy: 'staff', jobs: [] },
  ]);
});

test('service charges that go to staff have a column of their own, in the shares and in the pay', async () => {
  open();
  await expect(screen).toShow('$137.07');
  expect(screen.queryByText('Service charges')).toBeNull();
  const days = tips.days.map(({ shares, ...day }) => ({
    ...day,
    shares: shares.map((share) => ({ ...share, fromCharges: 12.34, gets: 149.41 })),
  }));
  const people = pay.people.map((person) => ({ ...person, serviceCharges: 12.35 }));
  cleanup();
  open({ getTipShares: { ...tips, days }, getPay: { ...pay, people } });
  for (const words of ['$12.34', '$149.41', '$12.35']) await expect(screen).toShow(words);
  expect(screen.getAllByText('Service charges')).toHaveLength(2);
});

test('a pool without hours says why nobody gets it', async () => {
  const days = tips.days.map((day) => ({ ...day, weights: 0, undivided: 183.47, shares: [] }));
  open({ getTipShares: { ...tips, days } });
  await expect(screen).toShow('Nobody gets any of these tips yet.');
  await expect(screen).toShow(/\$183\.47 belong to nobody: nobody in the pool has hours or points\./);
});

test('staff clock in, and have no buttons to correct or to change the rule', async () => {
  const { sent } = open(
    { clockIn: { userId: 'me', name: 'Priya', at: '2026-11-20T21:00:00.000Z', minutes: null } },
    staff,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Start work' }));
  await expect(screen).toShow('Priya is at work');
  expect(sent('clockIn')).toEqual([{ locationId: 'truro', userId: staff.uid }]);
  for (const name of [/Correct/, 'Change the rule', 'Add a shift']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('a refused clocking says why', async () => {
  open({ clockIn: refusal('failed-precondition', 'Priya is at work since 11:00 a.m.') }, staff);
  fireEvent.click(await screen.findByRole('button', { name: 'Start work' }));
  await expect(screen).toShow('Priya is at work since 11:00 a.m.');
});

test('a refused correction stays open with its reason', async () => {
  open({ correctHours: refusal('failed-precondition', 'There is another shift since 10:30 a.m.') });
  fireEvent.click(await screen.findByRole('button', { name: 'Correct the hours of Ewan Ross' }));
  fireEvent.change(screen.getByLabelText(/Why/), { target: { value: 'Left early' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect(screen).toShow('There is another shift since 10:30 a.m.');
  expect(screen.getByDisplayValue('Left early')).toBeTruthy();
});

test.each([
  [4, '2026-11-27'],
  [0, '2026-11-28'],
])(
  'where the day ends at %i, “today so far” at 00:40 on Saturday is %s, whatever the clock of the device',
  async (dayEndHour, day) => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-12-29T12:00:00Z') });
    onTestFinished(() => {
      vi.useRealTimers();
      syncServerClock(new Date().toISOString());
    });
    const asked: unknown[] = [];
    const answers: Answers = {
      getPay: pay,
      getHours: ({ from, to }) => {
        asked.push(from, to);
        return hours;
      },
      getTipShares: ({ from, to }) => {
        asked.push(from, to);
        return tips;
      },
    };
    openOffice('tips', answers, manager, rootData.site, [{ ...truro, dayEndHour }]);
    await expect(screen).toShow('A pool by hours worked: 35 % of each tip.');
    act(() => syncServerClock('2026-11-28T04:40:00.000Z'));
    await waitFor(() => expect(asked.slice(-4)).toEqual([day, day, day, day]));
  },
);

const enteredLater = { ...hours, shifts: hours.shifts.map((shift) => ({ ...shift, enteredLater: true })) };

test('a manager sees which hours were entered later, and approves them with one press', async () => {
  const { sent } = open({ getHours: enteredLater, correctHours: { shiftId: 's1' } });
  await expect(screen).toShow('Entered later');
  fireEvent.click(screen.getByRole('button', { name: 'Approve the hours of Ewan Ross' }));
  await expect(screen).toShow('The hours are approved');
  const [shift] = hours.shifts;
  expect(sent('correctHours')).toEqual([
    { locationId: 'truro', userId: 'ewan', shiftId: 's1', from: shift?.from, to: shift?.to, reason: 'Approved' },
  ]);
});

test('hours that cannot be approved stay marked, and the page says why', async () => {
  open({
    getHours: enteredLater,
    correctHours: refusal('failed-precondition', 'There is another shift since 10:30 a.m.'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Approve the hours of Ewan Ross' }));
  await expect(screen).toShow('There is another shift since 10:30 a.m.');
  await expect(screen).toShow('Entered later');
});

const online = tips.days.map((day) => ({
  ...day,
  rule: null,
  pool: 180.44,
  weights: 0,
  undivided: 180.44,
  shares: [],
}));

test('online tips belong to nobody because everybody keeps their own, and a manager gives them to a colleague', async () => {
  const { sent } = open({ getTipShares: { ...tips, days: online, rules: [] }, giveUndividedTips: {} });
  await expect(screen).toShow(
    /\$180\.44 belong to nobody: guests left them online, and everybody keeps their own tips\./,
  );
  fireEvent.click(screen.getByRole('button', { name: /^Give the tips of .* that belong to nobody$/ }));
  const choice = screen.getByLabelText(/^They go to/);
  // Managers get no tips of others, so only Ewan is offered.
  expect(
    within(choice)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(['Everybody who worked that day, by hours', 'Ewan Ross', 'Nobody']);
  fireEvent.change(choice, { target: { value: 'ewan' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect(screen).toShow('Saved');
  expect(sent('giveUndividedTips')).toEqual([{ locationId: 'truro', date: TODAY, receiver: 'person', userId: 'ewan' }]);
});

test('a day says who decided where its tips without an owner go, and staff cannot change it', async () => {
  const undividedTo = { receiver: 'person' as const, userId: 'ewan', name: 'Ewan Ross', setBy: 'Meera' };
  const days = online.map((day) => ({ ...day, undivided: 0, undividedTo }));
  open({ getTipShares: { ...tips, days, rules: [] } }, staff);
  await expect(screen).toShow(/Tips without an owner go to Ewan Ross\. Meera decided this\./);
  expect(screen.queryByRole('button', { name: /^Give the tips/ })).toBeNull();
});

test('a manager lets servers give 3 % of their tips to the kitchen, and the page says so', async () => {
  const jobs = [{ jobTitle: 'server' as const, points: 0, givesPercent: 3, givesTo: 'kitchen' as const }];
  const later = { ...rule, jobs };
  const { sent } = open({ saveTipRule: { rule: later }, getTipShares: { ...tips, rules: [later] } });
  await expect(screen).toShow('A pool by hours worked: 35 % of each tip. Server: 3 % of their tips go to Kitchen.');
  fireEvent.click(screen.getByRole('button', { name: 'Change the rule' }));
  fireEvent.change(screen.getByLabelText(/^Add a job/), { target: { value: 'bar' } });
  const added = screen.getByRole('group', { name: 'Bar' });
  fireEvent.change(within(added).getByLabelText(/^Points in the pool/), { target: { value: '5' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect(screen).toShow('The rule counts from tomorrow');
  expect(sent('saveTipRule')).toMatchObject([
    { jobs: [...jobs, { jobTitle: 'bar', points: 5, givesPercent: 0, givesTo: null }] },
  ]);
});

test('the sums of the last pay period of the location are shown for each person', async () => {
  const queries: unknown[] = [];
  const answers: Answers = {
    getPay: ({ from, to }) => {
      queries.push([from, to]);
      return pay;
    },
  };
  const location = { ...truro, payPeriod: 'half-month' as const };
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  syncServerClock('2026-11-20T20:00:00.000Z');
  openOffice('tips', { getHours: hours, getTipShares: tips, ...answers }, manager, rootData.site, [location]);
  const table = await screen.findByRole('table', { name: 'Hours and tips of each person' });
  expect(
    within(table)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent),
  ).toEqual(['50\u00a0h\u00a000', '2\u00a0h\u00a000', '$137.07', '$31.50']);
  fireEvent.click(screen.getByRole('radio', { name: 'Last pay period' }));
  await waitFor(() => expect(queries.at(-1)).toEqual(['2026-11-01', '2026-11-15']));
  fireEvent.click(screen.getByRole('radio', { name: 'This pay period' }));
  await waitFor(() => expect(queries.at(-1)).toEqual(['2026-11-16', '2026-11-30']));
  expect(screen.getByRole('button', { name: 'For the bookkeeper' })).toBeTruthy();
});

test.each([
  ['US', ['Tips of 2026 for the W-2', 'Tips of 2025 for the W-2']],
  ['CA', []],
])('a manager in %s saves the tips of a year with %j', async (country, labels) => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-20T20:00:00Z') });
  onTestFinished(() => void vi.useRealTimers());
  syncServerClock('2026-11-20T20:00:00.000Z');
  const answers = { getHours: hours, getTipShares: tips, getPay: pay };
  openOffice('tips', answers, manager, rootData.site, [{ ...truro, country }]);
  await screen.findByRole('button', { name: 'For the bookkeeper' });
  expect(screen.queryAllByRole('button', { name: /W-2/ }).map(({ textContent }) => textContent)).toEqual(labels);
});

test('somebody who goes home declares their cash tips, and an amount that cannot be read is refused', async () => {
  const atWork = {
    ...hours,
    people: hours.people.slice(0, 1).map((each) => ({ ...each, userId: staff.uid, atWorkSince: TODAY })),
  };
  const answer = { userId: staff.uid, name: 'Priya', at: '2026-11-20T23:00:00.000Z', minutes: 300 };
  const { sent } = open({ getHours: atWork, clockOut: answer }, staff);
  const cash = await screen.findByLabelText(/^Your cash tips/);
  fireEvent.change(cash, { target: { value: 'a lot' } });
  await expect(screen).toShow('Please enter an amount, like 25.00.');
  expect(screen.getByRole('button', { name: 'Go home' })).toHaveProperty('disabled', true);
  fireEvent.change(cash, { target: { value: '31.50' } });
  fireEvent.click(screen.getByRole('button', { name: 'Go home' }));
  await expect(screen).toShow('Priya worked 5 h 00');
  expect(sent('clockOut')).toEqual([{ locationId: 'truro', userId: staff.uid, declaredCash: 31.5 }]);
});
