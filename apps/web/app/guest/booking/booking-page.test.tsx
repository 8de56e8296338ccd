import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import * as route from '../../routes/guest/reservations.tsx';
import { rootData, truro } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';

const [today, tomorrow] = ['2026-11-20', '2026-11-21'];
const open = (at: string, state: 'free' | 'full' = 'free') =>
  openPage(route, at, {
    getLocations: { locations: [truro] },
    getSite: { site: rootData.site },
    getReservationDays: {
      days: [
        { date: today, state },
        { date: tomorrow, state: 'free' },
      ],
      timeZone: 'America/Halifax',
    },
    getReservationSlots: { slots: [], reason: null } as never,
  });
const chosen = async () => {
  await screen.findAllByRole('radio', { name: /November 2[01]/ });
  return screen.queryAllByRole<HTMLInputElement>('radio', { checked: true }).map(({ value }) => value);
};

test('preselects today for a guest who follows the link for tonight', async () => {
  open('/reservations?location=truro&day=tonight');
  expect(await chosen()).toContain(today);
});

test('does not preselect tonight when it is full', async () => {
  open('/reservations?location=truro&day=tonight', 'full');
  expect(await chosen()).not.toContain(today);
});

test('preselects tonight even when a draft has another day', async () => {
  sessionStorage.setItem('tiffin_booking', JSON.stringify({ uid: null, date: tomorrow, locationId: 'truro' }));
  open('/reservations?location=truro&day=tonight');
  expect(await chosen()).toContain(today);
});

test('a party of more than twenty reads whom to call', async () => {
  const { press } = open('/reservations?location=truro&day=tonight');
  await press('8+', 'radio');
  const hint = (await screen.findByText(/Up to 20 guests\. For more, please call us:/)).closest('span');
  expect(hint?.querySelector('a')?.href).toBe('tel:+19025550123');
});

test('a keyboard that counts up to twenty guests stays on the button, and cannot go further', async () => {
  const { press, user } = open('/reservations?location=truro&day=tonight');
  await press('8+', 'radio');
  const more = await screen.findByRole('button', { name: 'One more guest' });
  more.focus();
  for (let guests = 8; guests < 22; guests++) await user.keyboard('{Enter}');
  expect(screen.getByRole('heading', { level: 1 }).textContent).toContain('A table for twenty ');
  expect(more.getAttribute('aria-disabled')).toBe('true');
  expect(document.activeElement).toBe(more);
  await press('One fewer guest');
  expect(more.getAttribute('aria-disabled')).toBeNull();
});
