import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { outage, refusal, type Answers } from '../../testing/network.ts';
import { tableForTwo } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

/** A morning in Truro; the reservations are for this evening or tomorrow. */
const asOf = '2026-11-20T15:00:00.000Z';
const tomorrow = { startsAt: '2026-11-21T22:30:00.000Z', date: '2026-11-21' };
type Reservation = typeof tableForTwo;

function booked({ date, startsAt, ...details }: Partial<Reservation['reservationDetails']> & { startsAt?: string }) {
  return {
    ...tableForTwo,
    ...(startsAt && { startsAt }),
    reservationDetails: { ...tableForTwo.reservationDetails, ...(date && { date }), ...details },
  };
}

function host(reservation: Reservation, more: Answers = {}) {
  return openOffice('reservations?view=list', {
    getAllReservations: { reservations: [reservation], total: 1, nextCursor: null, asOf },
    getReservation: { reservation, canCancel: true, manageUrl: '/', confirmation: null, asOf },
    ...more,
  });
}

test.each([
  ['Large party', 'for more than six', '[A-SOUND-28]', { ...tomorrow, partySize: 7 }],
  [null, 'for six', '[A-SOUND-28]', { ...tomorrow, partySize: 6 }],
  ['Urgent', 'for this evening', '[A-SOUND-29]', {}],
  [null, 'for tomorrow', '[A-SOUND-29]', tomorrow],
  ['Urgent', 'that asks for something urgent', '[A-SOUND-30]', { ...tomorrow, specialRequests: 'URGENT: high chair' }],
  [null, 'that asks for something else', '[A-SOUND-30]', { ...tomorrow, specialRequests: 'High chair' }],
])('the mark %s is on a reservation %s %s', async (mark, _which, _fact, details) => {
  host(booked(details));
  const card = await screen.findByRole('article', { name: 'Ravi Nair' });
  expect(within(card).queryByText(/^(Large party|Urgent)$/)?.textContent ?? null).toBe(mark);
});

test('a guest who has not confirmed is marked, and the host confirms for one who calls', async () => {
  const asked = { ...booked(tomorrow), guestConfirmation: 'asked' as const };
  const given = { ...asked, guestConfirmation: 'given' as const };
  const { press, answer, sent } = host(asked, { confirmReservation: outage() });
  const card = await screen.findByRole('article', { name: 'Ravi Nair' });
  within(card).getByText('Guest has not confirmed');
  await press(/^Details/);
  await press('Confirm for the guest');
  await expect(screen).toShow('The reservation could not be changed');
  answer({
    confirmReservation: { reservation: given },
    getReservation: { reservation: given, canCancel: true, manageUrl: '/', confirmation: null, asOf },
  });
  await press('Confirm for the guest');
  await expect(screen).toShow('Guest confirmed');
  expect(sent('confirmReservation')[1]).toEqual({ reservationId: 'r1' });
});

test('a reservation without an id cannot be cancelled, and the dialog says so [A-ERR-92]', async () => {
  const { press, sent } = host({ ...tableForTwo, id: '' });
  await press(/^Cancel/);
  await press('Kitchen emergency', 'radio');
  await press('Cancel reservation');
  await expect(screen).toShow('No reservation ID found');
  expect(sent('cancelReservation')).toEqual([]);
});

test('requests the confirmation with the guest, table, special requests, location and source [A-MAIL-04]', async () => {
  const { press, sent } = host(
    { ...booked({ specialRequests: 'High chair' }), tableNumber: '7' },
    { sendReservationConfirmation: { message: '', reservationId: 'r1', sentTo: 'ravi@example.test' } },
  );
  await press(/^Details/);
  await press('Send confirmation');
  await waitFor(() => expect(sent('sendReservationConfirmation')).toHaveLength(1));
  expect(sent('sendReservationConfirmation')[0]).toEqual({
    customerEmail: 'ravi@example.test',
    customerName: 'Ravi Nair',
    reservationDate: '2026-11-20',
    reservationTime: '18:30',
    partySize: 2,
    tableNumber: '7',
    specialRequests: 'High chair',
    restaurantLocation: { id: 'truro', name: 'Truro Heights', address: '395 Truro Heights Road' },
    metadata: { reservationId: tableForTwo.reservationId, source: 'back-office' },
  });
});

test('a changed reservation shows what it was before, and who changed it', async () => {
  const reservation = {
    ...booked({ ...tomorrow, partySize: 4, specialRequests: 'Window' }),
    version: 1,
    lastChange: {
      at: '2026-11-20T14:00:00.000Z',
      by: 'guest' as const,
      before: { ...tableForTwo.reservationDetails, startsAt: tableForTwo.startsAt },
    },
  };
  const { press } = host(reservation);
  const card = await screen.findByRole('article', { name: 'Ravi Nair' });
  expect(within(card).getByText('Before: Fri, Nov 20 at 6:30 p.m., 2 guests')).toBeTruthy();
  await press(/^Details/);
  const dialog = await screen.findByRole('dialog', { name: 'Ravi Nair' });
  expect(dialog.textContent).toMatch(/Changed by the guest .*10:00 a\.m\./);
  expect(dialog.textContent).toContain('Before: Fri, Nov 20 at 6:30 p.m., 2 guests');
  expect(dialog.textContent).toContain('Requests before: none');
});

test('a host reads until when a table is held for its deposit, and sends the link again', async () => {
  const deposit = { amount: 40, freeUntil: asOf, state: 'open' as const, heldUntil: '2026-11-21T21:00:00.000Z' };
  const { press, answer, sent } = host({ ...booked(tomorrow), status: 'pending' as const, deposit });
  await press(/^Details/);
  await expect(screen).toShow(/^Not paid yet\. After .*5:00 p\.m\. the table is free again\.$/);
  answer({ sendReservationConfirmation: { message: '', reservationId: 'r1', sentTo: 'ravi@example.test' } });
  await press('Send the link again');
  await expect(screen).toShow('The link was sent to ravi@example.test');
  expect(sent('sendReservationConfirmation')).toHaveLength(1);
});

test('a host returns a deposit that was kept with one press and a reason', async () => {
  const deposit = { amount: 40, freeUntil: asOf, state: 'kept' as const };
  const noShow = { ...booked(tomorrow), status: 'no-show' as const, deposit };
  const returned = { ...noShow, deposit: { ...deposit, state: 'returned' as const, waivedFor: 'Snow storm' } };
  const { press, answer, sent } = host(noShow);
  await press(/^Details/);
  await expect(screen).toShow('Deposit $40.00');
  await press('Return the deposit');
  await expect(screen).toShow('Please give a reason.');
  await typeIn(/^Why it is returned/, 'Snow storm');
  answer({
    waiveNoShow: { reservation: returned },
    getReservation: { reservation: returned, canCancel: false, manageUrl: '/', confirmation: null, asOf },
  });
  await press('Return the deposit');
  await expect(screen).toShow('Returned to the card: Snow storm');
  expect(sent('waiveNoShow')).toEqual([{ reservationId: 'r1', reason: 'Snow storm' }]);
});

test('a host charges the no-show fee of a party that did not come, and reads why a card was declined', async () => {
  const deposit = { amount: 40, freeUntil: asOf, state: 'paid' as const, isFee: true as const };
  const noShow = { ...booked(tomorrow), status: 'no-show' as const, deposit };
  const charged = { ...noShow, deposit: { ...deposit, state: 'kept' as const } };
  const { press, answer, sent } = host(noShow);
  answer({ chargeNoShow: refusal('failed-precondition', 'The card was not charged: The card was declined.') });
  await press(/^Details/);
  await expect(screen).toShow('The card is kept. Charge the fee, or waive it.');
  await press('Charge $40.00');
  await press('Charge');
  await expect(screen).toShow(/The card was not charged: The card was declined\./);
  answer({
    chargeNoShow: { reservation: charged },
    getReservation: { reservation: charged, canCancel: false, manageUrl: '/', confirmation: null, asOf },
  });
  await press('Charge $40.00');
  await press('Charge');
  await expect(screen).toShow('Charged, because the party did not come or cancelled too late.');
  expect(sent('chargeNoShow')).toEqual([{ reservationId: 'r1' }, { reservationId: 'r1' }]);
  expect(screen.getByRole('button', { name: 'Waive the fee' })).toBeTruthy();
});
