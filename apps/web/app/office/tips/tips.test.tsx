import { fireEvent, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, staff } from '../../testing/samples.ts';
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
  isAtWork: false,
  people: [{ userId: 'ewan', name: 'Ewan Ross', hourlyRate: 17.25, tipPoints: 0, hasPin: true }],
  today: TODAY,
};
const tips: Answer<'getTipShares'> = {
  days: [
    {
      date: TODAY,
      rule: { rule: 'hours', percent: 35, decidedBy: 'staff' },
      shared: null,
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
  rules: [
    {
      rule: 'hours',
      percent: 35,
      decidedBy: 'staff',
      from: '2026-10-01',
      setBy: 'Anjali',
      setAt: '2026-10-01T12:00:00.000Z',
    },
  ],
  today: TODAY,
};
const open = (answers: Answers = {}, who: typeof admin = manager) =>
  openOffice('tips', { getHours: hours, getTipShares: tips, ...answers }, who);

test('a share says what it consists of and how it was calculated, and a manager stores it after a question', async () => {
  const { sent } = open({ shareTips: { tips: 524.2, undivided: 0 } });
  await expect(screen).toShow(/^Everybody keeps 65 % of their own tips\. 35 % goes into a pool/);
  await expect(screen).toShow('Ewan Ross: $183.47 × 300 of 1425 = $38.63');
  const table = screen.getByRole('table', { name: /Tips of/ });
  expect(within(table).getByText('$137.07')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Share these tips' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Share' }));
  await expect(screen).toShow('The tips are shared');
  expect(sent('shareTips')).toEqual([{ locationId: 'truro', date: TODAY }]);
});

test('staff clock in, and have no buttons to correct, share or change the rule', async () => {
  const { sent } = open(
    { clockIn: { userId: 'me', name: 'Priya', at: '2026-11-20T21:00:00.000Z', minutes: 0 } },
    staff,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Start work' }));
  await expect(screen).toShow('You are at work');
  expect(sent('clockIn')).toEqual([{ locationId: 'truro', userId: staff.uid }]);
  for (const name of [/Correct/, 'Share these tips', 'Change the rule', 'Add hours']) {
    expect(screen.queryByRole('button', { name })).toBeNull();
  }
});

test('a refused correction stays open with its reason', async () => {
  open({ correctHours: refusal('failed-precondition', 'There is another shift since 10:30 a.m.') });
  fireEvent.click(await screen.findByRole('button', { name: 'Correct the hours of Ewan Ross' }));
  fireEvent.change(screen.getByLabelText(/Why/), { target: { value: 'Left early' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await expect(screen).toShow('There is another shift since 10:30 a.m.');
  expect(screen.getByDisplayValue('Left early')).toBeTruthy();
});
