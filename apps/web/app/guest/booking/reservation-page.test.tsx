import { cleanup, screen, waitFor } from '@testing-library/react';
import { Outlet } from 'react-router';
import { expect, test } from 'vitest';
import { tableForTwo, truro } from '../../testing/samples.ts';
import * as route from '../../routes/guest/reservation.tsx';
import { fakeNetwork, refusal } from '../../testing/network.ts';
import { contextOf, openPage, openPages } from '../../testing/show.tsx';
import { ReservationNotFound, ReservationPage } from './reservation-page.tsx';

test('after cancelling, the page scrolls to its head', async () => {
  const observed = {
    reservation: tableForTwo,
    canCancel: true,
    manageUrl: 'http://localhost/reservations/r1?token=t',
    confirmation: null,
    asOf: '2026-11-20T12:00:00.000Z',
  } as const;
  const page = { default: () => <ReservationPage answer={observed} location={truro} token="t" /> };
  const cancelled = { ...tableForTwo, status: 'cancelled' as const, updatedAt: '2026-11-20T12:01:00.000Z' };
  const { press } = openPage(page, '/reservations/r1', { cancelReservation: { reservation: cancelled } });
  await press('Cancel reservation');
  await press('Cancel reservation');
  await expect(screen).toShow('This reservation is cancelled');
  await waitFor(() => expect(document.activeElement?.textContent).toContain('This reservation is cancelled'));
});

test('after the reminder a guest confirms, reads why it failed, and is asked before a no cancels', async () => {
  const seen = (guestConfirmation: 'asked' | 'offered' | 'given') => ({
    reservation: { ...tableForTwo, guestConfirmation },
    canCancel: true,
    manageUrl: '',
    confirmation: null,
    asOf: '2026-11-20T12:00:00.000Z',
  });
  const open = (first: 'asked' | 'offered') =>
    openPages(Outlet, { '/reservations/:reservationId': route }, '/reservations/r1?token=t', {
      getLocations: { locations: [truro] },
      getReservation: seen(first),
      confirmReservation: refusal('failed-precondition', 'This reservation is already past'),
    });
  open('offered');
  await expect(screen).toShow('Are you coming?');
  expect(screen.queryByText(/^Please confirm/)).toBeNull();
  cleanup();
  const { press, sent, answer } = open('asked');
  await expect(screen).toShow('Please confirm, or cancel if you cannot come.');
  await press('No, cancel it');
  await expect(screen).toShow('Cancel this reservation?');
  await press('Keep it');
  await press('Yes, we are coming');
  await expect(screen).toShow('This reservation is already past');
  answer({ getReservation: seen('given'), confirmReservation: { reservation: seen('given').reservation } });
  await press('Yes, we are coming');
  await expect(screen).toShow('You confirmed that you are coming.');
  expect(screen.queryByText('Are you coming?')).toBeNull();
  expect(sent('confirmReservation')[1]).toEqual({ reservationId: 'r1', token: 't' });
  expect(sent('cancelReservation')).toEqual([]);
});

test('before the scripts are there, the two buttons are a form that confirms or cancels', async () => {
  const net = { cancelReservation: { reservation: tableForTwo }, confirmReservation: { reservation: tableForTwo } };
  const { sent, fetch } = fakeNetwork(net);
  for (const answer of ['', 'cancel']) {
    const body = new URLSearchParams({ answer });
    const request = new Request('http://localhost/reservations/r1?token=t', { method: 'POST', body });
    await route.action({ request, params: { reservationId: 'r1' }, context: contextOf({ fetch }) } as never);
  }
  expect(sent('confirmReservation')).toEqual([{ reservationId: 'r1', token: 't' }]);
  expect(sent('cancelReservation')).toEqual([{ reservationId: 'r1', token: 't' }]);
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
  openPage({ default: () => <ReservationPage answer={observed} location={truro} token="t" /> }, '/reservations/r1', {});
  await expect(screen).toShow('This reservation is cancelled');
  expect(screen.queryByText('Reason') !== null).toBe(isShown);
});

test('the not-found page does not claim that the link was in a message', async () => {
  openPage({ default: () => <ReservationNotFound id="RES-1" /> }, '/reservations/RES-1', {});
  await expect(screen).toShow('The link may be incomplete, or the reservation belongs to another account.');
});
