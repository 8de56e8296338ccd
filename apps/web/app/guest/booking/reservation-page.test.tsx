import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { tableForTwo, truro } from '../../testing/samples.ts';
import { openPage } from '../../testing/show.tsx';
import { ReservationNotFound, ReservationPage } from './reservation-page.tsx';

test('after cancelling, the page scrolls to its head', async () => {
  const observed = {
    reservation: tableForTwo,
    canCancel: true,
    manageUrl: 'http://localhost/reservations/r1?token=t',
    confirmation: null,
    asOf: '2026-11-20T12:00:00.000Z',
  } as const;
  const page = { default: () => <ReservationPage answer={observed} place={truro} token="t" /> };
  const cancelled = { ...tableForTwo, status: 'cancelled' as const, updatedAt: '2026-11-20T12:01:00.000Z' };
  const { press } = openPage(page, '/reservations/r1', { cancelReservation: { reservation: cancelled } });
  await press('Cancel reservation');
  await press('Cancel reservation');
  await expect(screen).toShow('This reservation is cancelled');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('This reservation is cancelled'));
});

test.each([
  ['Customer requested cancellation', false],
  ['We are ill', true],
])('the page of a reservation cancelled with “%s” shows the reason: %s', async (cancellationReason, isShown) => {
  const reservation = {
    ...tableForTwo,
    status: 'cancelled' as const,
    cancelledAt: '2026-11-20T12:01:00.000Z',
    cancellationReason,
  };
  const observed = {
    reservation,
    canCancel: false,
    manageUrl: '',
    confirmation: null,
    asOf: '2026-11-20T12:02:00.000Z',
  };
  openPage({ default: () => <ReservationPage answer={observed} place={truro} token="t" /> }, '/reservations/r1', {});
  await expect(screen).toShow('This reservation is cancelled');
  expect(screen.queryByText('Reason') !== null).toBe(isShown);
});

test('the not-found page does not claim that the link was in a message', async () => {
  openPage({ default: () => <ReservationNotFound id="RES-1" /> }, '/reservations/RES-1', {});
  await expect(screen).toShow('The link may be incomplete, or the reservation belongs to another account.');
});
