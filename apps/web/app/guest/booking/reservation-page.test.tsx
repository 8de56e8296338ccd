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

const depositOf = (state: 'open' | 'paid' | 'returned' | 'kept', freeUntil = '2026-11-19T22:30:00.000Z') => ({
  amount: 40,
  freeUntil,
  state,
  heldUntil: state === 'open' ? '2026-11-18T12:10:00.000Z' : undefined,
});
function openDeposit(reservation: typeof tableForTwo, payment: { url: string; amount: number } | null, asOf: string) {
  const answer = { reservation, canCancel: true, manageUrl: '', confirmation: null, payment, asOf } as const;
  return openPage(
    { default: () => <ReservationPage answer={answer} location={truro} token="t" /> },
    '/reservations/r1',
    {},
  );
}

test('a booking that waits for its deposit says until when, and leads back to the payment page', async () => {
  const held = { ...tableForTwo, status: 'pending' as const, deposit: depositOf('open') };
  openDeposit(held, { url: 'https://pay.test/1', amount: 40 }, '2026-11-18T12:00:00.000Z');
  await expect(screen).toShow(/^Until 8:10 a\.m\. your table is held\. Pay the deposit to book it\.$/);
  const link = await screen.findByRole('link', { name: 'Pay the deposit' });
  expect(link.getAttribute('href')).toBe('https://pay.test/1');
  cleanup();
  openDeposit(held, null, '2026-11-18T12:00:00.000Z');
  await expect(screen).toShow('The payment page cannot be opened right now. Load this page again in a moment.');
});

test.each([
  ['2026-11-19T22:30:00.000Z', 'Your deposit goes back to your card.'],
  ['2026-11-19T22:30:00.001Z', 'It is too late to get your deposit back.'],
])('who cancels at %s reads before: %s', async (asOf, words) => {
  const { press } = openDeposit({ ...tableForTwo, deposit: depositOf('paid') }, null, asOf);
  await press('Cancel reservation');
  await expect(screen).toShow(new RegExp(words));
});

const feeOf = (state: 'open' | 'paid' | 'returned' | 'kept') => ({ ...depositOf(state), isFee: true as const });

test('a booking that waits for a card says until when, and leads to the page that keeps it', async () => {
  const held = { ...tableForTwo, status: 'pending' as const, deposit: feeOf('open') };
  openDeposit(held, { url: 'https://pay.test/1', amount: 0 }, '2026-11-18T12:00:00.000Z');
  await expect(screen).toShow(/^Until 8:10 a\.m\. your table is held\. Leave a card to book it\.$/);
  expect(await screen.findByRole('link', { name: 'Leave a card' })).toBeTruthy();
});

test.each([
  ['2026-11-19T22:30:00.000Z', 'Your card is no longer kept, and nothing is charged.'],
  ['2026-11-19T22:30:00.001Z', 'It is too late to cancel for free: the restaurant may charge the no-show fee.'],
])('who left a card and cancels at %s reads before: %s', async (asOf, words) => {
  const { press } = openDeposit({ ...tableForTwo, deposit: feeOf('paid') }, null, asOf);
  await press('Cancel reservation');
  await expect(screen).toShow(new RegExp(words));
});

test.each([
  ['paid', /^Your card is kept, and nothing is charged now\. .* may charge \$40\.00\.$/],
  ['returned', 'Your card is no longer kept.'],
  ['kept', 'It was charged to your card, because nobody came or it was too late to cancel.'],
] as const)('a guest reads what becomes of a card that is %s', async (state, words) => {
  openDeposit({ ...tableForTwo, deposit: feeOf(state) }, null, '2026-11-18T12:00:00.000Z');
  await expect(screen).toShow(words);
});
