import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
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
    { userId: 'ewan', name: 'Ewan Ross', hasPin: true, atWorkSince: null, hourlyRate: 17.25, tipPoints: 0 },
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
      shares: [
        {
          userId: 'ewan',
          name: 'Ewan Ross',
          minutes: 300,
          weight: 300,
          own: 98.44,
          fromPool: 38.63,
          takenBack: 0,
          gets: 137.07,
        },
      ],
    },
  ],
  rules: [rule],
  today: TODAY,
};
const open = (answers: Answers = {}, who: typeof admin = manager) =>
  openOffice('tips', { getHours: hours, getTipShares: tips, ...answers }, who);

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
  expect(sent('saveTipRule')).toEqual([{ locationId: 'truro', rule: 'points', percent: 35, decidedBy: 'staff' }]);
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
