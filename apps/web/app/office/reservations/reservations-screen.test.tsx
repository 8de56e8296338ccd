import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { outage, refusal, type Answers } from '../../testing/network.ts';
import { admin, dalForOne, ordersOf, rootData, tableForTwo } from '../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

const asOf = '2026-11-20T12:00:00.000Z';
const answers: Answers = {
  getAllReservations: { reservations: [tableForTwo], total: 1, nextCursor: null, asOf },
  getReservation: { reservation: tableForTwo, canCancel: true, manageUrl: '/', confirmation: null, asOf },
};

test('the search text is sent to the server as typed [A-RES-33] [A-RES-34]', async () => {
  const { sent } = openOffice('reservations?view=list', answers);
  await expect(screen).toShow('Ravi Nair');
  await typeIn('Search reservations', '555-0102');
  await waitFor(() => expect(sent('getAllReservations').at(-1)).toMatchObject({ search: '555-0102' }));
});

test('the search waits for a pause of 300 ms in typing [A-RES-35]', async () => {
  const { sent } = openOffice('reservations?view=list', answers);
  await expect(screen).toShow('Ravi Nair');
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
  const searched = () => sent('getAllReservations').flatMap((request) => request['search'] || []);
  const box = screen.getByRole('searchbox', { name: 'Search reservations' });
  for (const typed of ['N', 'NA', 'NAD', 'NADI', 'NADIA']) {
    fireEvent.change(box, { target: { value: typed } });
    await pass(299);
  }
  expect(searched()).toEqual([]);
  await pass(1);
  vi.useRealTimers();
  await waitFor(() => expect(searched()).toEqual(['NADIA']));
});

test('a list that cannot be loaded shows an alert with a retry [A-RES-19] [A-ERR-88]', async () => {
  const { press, answer } = openOffice('reservations?view=list', {
    ...answers,
    getAllReservations: refusal('conflict'),
  });
  await expect(screen).toShow('Failed to load reservations');
  expect(
    screen
      .getAllByRole('alert')
      .map(({ textContent }) => textContent)
      .join(),
  ).toContain('Failed to load reservations');
  answer(answers);
  await press('Try Again');
  await expect(screen).toShow('Ravi Nair');
});

test.each([
  // A response with a long Retry-After is not retried.
  [
    Response.json(
      { success: false, error: 'boom', code: 'internal' },
      { status: 500, headers: { 'retry-after': '60' } },
    ),
    'Service temporarily unavailable. Please try again later.',
  ],
  [refusal('reservation-not-found', 'Reservation not found: r1'), 'Reservation not found: r1'],
])('a failed cancellation shows the reason and can be retried, %# [A-ERR-91]', async (failure, words) => {
  const { press, answer } = openOffice('reservations?view=list', { ...answers, cancelReservation: failure });
  await press(/^Cancel/);
  await press('Staff shortage', 'radio');
  await press('Cancel reservation');
  await expect(screen).toShow(/Failed to cancel reservation/);
  await expect(screen).toShow(new RegExp(words));
  answer({ cancelReservation: { reservation: { ...tableForTwo, status: 'cancelled' }, message: '' } as never });
  await press('Cancel reservation');
  await expect(screen).toShow('Reservation cancelled successfully');
});

test('cancelling needs one of seven reasons or a written one [A-RES-10] [A-RES-27] [A-RES-28] [A-RES-29] [A-ERR-89]', async () => {
  const { press, sent } = openOffice('reservations?view=list', answers);
  await press(/^Cancel/);
  expect(await screen.findByRole('heading', { name: /^Cancel/ })).toBeTruthy();
  const confirm = async () =>
    (await screen.findAllByRole<HTMLButtonElement>('button', { name: 'Cancel reservation' })).at(-1);
  expect((await confirm())?.disabled).toBe(true);
  expect(screen.getAllByRole('radio').filter((radio) => radio.closest('dialog'))).toHaveLength(8);
  await press('Other', 'radio');
  await typeIn(/^Other reason/, '  ');
  await press('Cancel reservation');
  await expect(screen).toShow('Please select or enter a cancellation reason');
  expect(sent('cancelReservation')).toEqual([]);
});

test('choosing a preset reason clears the written one [A-RES-30]', async () => {
  const { press } = openOffice('reservations?view=list', answers);
  await press(/^Cancel/);
  await press('Other', 'radio');
  await typeIn(/^Other reason/, 'A burst pipe');
  await press('Kitchen emergency', 'radio');
  await waitFor(() => expect(screen.queryByLabelText(/^Other reason/)).toBeNull());
  await press('Other', 'radio');
  expect((await field(/^Other reason/)).value).toBe('');
});

test('a card has details and cancel buttons; a cancelled one shows when and why, without a cancel button [A-RES-13] [A-RES-14] [A-RES-15]', async () => {
  const removed = {
    ...tableForTwo,
    status: 'cancelled' as const,
    cancelledAt: '2026-11-20T22:10:00.000Z',
    cancellationReason: 'Kitchen emergency',
  };
  openOffice('reservations?view=list', answers);
  await expect(screen).toShow('Ravi Nair');
  expect(screen.getAllByRole('button', { name: /^(Details|Cancel)/ }).length).toBeGreaterThan(1);
  cleanup();
  openOffice('reservations?view=list', {
    ...answers,
    getAllReservations: { reservations: [removed], total: 1, nextCursor: null, asOf },
  });
  await expect(screen).toShow(/Cancelled Nov 20, 6:10 p\.m\., Kitchen emergency/);
  expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
});

test.each(['pending', 'seated', 'completed', 'no-show'] as const)(
  'a reservation that is %s cannot be cancelled from its card or its details [A-RES-14]',
  async (status) => {
    const other = { ...tableForTwo, status };
    const { press } = openOffice('reservations?view=list', {
      getAllReservations: { reservations: [other], total: 1, nextCursor: null, asOf },
      getReservation: { reservation: other, canCancel: false, manageUrl: '/', confirmation: null, asOf },
    });
    await press(/^Details/);
    await expect(screen).toShow(tableForTwo.reservationId);
    expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull();
  },
);

test('a confirmation that cannot be sent shows an error [A-ERR-81]', async () => {
  const { press } = openOffice('reservations?view=list', {
    ...answers,
    sendReservationConfirmation: refusal('conflict'),
  });
  await press(/^Details/);
  await press('Send confirmation');
  await expect(screen).toShow('Failed to send reservation confirmation');
});

test('the confirmation request contains email, name, date, time and party [C-RES-04] [C-RES-05]', async () => {
  const { press, sent } = openOffice('reservations?view=list', {
    ...answers,
    sendReservationConfirmation: { message: '', reservationId: 'r1', sentTo: 'ravi@example.test' },
  });
  await press(/^Details/);
  await press('Send confirmation');
  await expect(screen).toShow('Confirmation sent to ravi@example.test');
  expect(sent('sendReservationConfirmation')).toMatchObject([
    { customerEmail: 'ravi@example.test', customerName: 'Ravi Nair', reservationDate: '2026-11-20', partySize: 2 },
  ]);
});

const ravi = {
  firebaseId: 'p2',
  id: 'p2',
  name: 'Ravi Nair',
  email: 'ravi@example.test',
  phone: '+19025550102',
  totalOrders: 3,
  totalSpent: 90,
  isActive: true,
  isConfirmed: true,
  role: 'customer' as const,
  createdAt: null,
  lastOrderDate: null,
};

const freeDay: Answers = {
  getReservationDay: {
    day: {
      date: '2026-11-20',
      isToday: true,
      isClosed: false,
      timeZone: 'America/Halifax',
      asOf,
      seatsPerSlot: 20,
      slots: [],
      reservations: [],
    },
  },
  getReservationSlots: { slots: [], isClosed: false },
};

test('a known number fills in name and email of a phone booking, but does not overwrite what is typed', async () => {
  const { press } = openOffice('reservations?view=list', {
    ...answers,
    ...freeDay,
    lookupUserByPhone: { user: ravi, people: [ravi] },
  });
  await press('New reservation');
  await typeIn(/^Phone Number/, '9025550102');
  await waitFor(async () => expect((await field(/^Full Name/)).value).toBe('Ravi Nair'));
  expect((await field(/^Email/)).value).toBe('ravi@example.test');
  await typeIn(/^Full Name/, 'Meera');
  expect((await field(/^Full Name/)).value).toBe('Meera');
  await press('Close');
  await press('Keep editing');
  expect((await field(/^Full Name/)).value).toBe('Meera');
});

const slotAtEight = { date: '2026-11-20', time: '20:00', label: '8:00 p.m.', seatsLeft: 12, isNextDay: false };

test('a booking by phone asks for the deposit only where its rules need one and the box is ticked', async () => {
  const slots = [{ ...slotAtEight, startsAt: '2026-11-21T00:00:00.000Z' }];
  const { press, sent } = openOffice('reservations?view=list', {
    ...answers,
    ...freeDay,
    lookupUserByPhone: { user: null, people: [] },
    getReservationSlots: ({ partySize }) => ({
      slots,
      isClosed: false,
      deposit: Number(partySize) > 2 ? { amount: 30, freeUntilHours: 24 } : undefined,
    }),
    addReservationByPhone: refusal('time-full', 'Somebody was faster.'),
  });
  await press('New reservation');
  await typeIn(/^Phone Number/, '9025550102');
  await typeIn(/^Full Name/, 'Ada Caller');
  await waitFor(async () => expect((await field(/^Time/)).querySelector('option[value="20:00"]')).toBeTruthy());
  expect(screen.queryByRole('checkbox', { name: /^Ask for the deposit/ })).toBeNull();
  await press('One more guest');
  await press(/^Ask for the deposit of \$30\.00/, 'checkbox');
  fireEvent.change(await field(/^Time/), { target: { value: '20:00' } });
  await press('Book the table');
  await expect(screen).toShow('Somebody was faster.');
  await press('One fewer guest');
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /^Ask for the deposit/ })).toBeNull());
  await press('Book the table');
  await waitFor(() =>
    expect(sent('addReservationByPhone')).toMatchObject([
      { partySize: 3, asksDeposit: true },
      { partySize: 2, customerInfo: { name: 'Ada Caller' } },
    ]),
  );
  expect(sent('addReservationByPhone')[1]).not.toHaveProperty('asksDeposit', true);
});

test('an incomplete confirmation shows the server’s message [A-MAIL-20]', async () => {
  const { press } = openOffice('reservations?view=list', {
    ...answers,
    sendReservationConfirmation: refusal('invalid-argument', 'Missing required reservation data'),
  });
  await press(/^Details/);
  await press('Send confirmation');
  await expect(screen).toShow('Missing required reservation data');
});

const meera = {
  ...tableForTwo,
  id: 'r2',
  reservationId: 'RES-TRU-20261120-MEER',
  customerInfo: { ...tableForTwo.customerInfo, name: 'Meera Pillai' },
  status: 'seated' as const,
  tableNumber: '7',
};
const nobodyElse = ({ status }: Record<string, unknown>) => ({
  reservations: status === 'seated' ? [] : [tableForTwo],
  total: 1,
  nextCursor: null,
  asOf,
});

/** Ravi's party is about to be seated, and Meera's sits at table 7 since the time passed in. */
function whereMeeraSits(seatedAt: string) {
  return openOffice('reservations?view=list', {
    ...answers,
    getLocationOrders: ordersOf([]),
    getAllReservations: (request) => {
      const listed = nobodyElse(request);
      return request['status'] === 'seated' ? { ...listed, reservations: [{ ...meera, seatedAt }] } : listed;
    },
  });
}

test('warns before a second party is seated at the same table', async () => {
  const { press } = whereMeeraSits(new Date().toISOString());
  await press(/^Details/);
  await typeIn(/^Table/, '7');
  await expect(screen).toShow('Somebody is at table 7');
  await expect(screen).toShow(/Meera Pillai, party of 2, was seated there/);
  await typeIn(/^Table/, '8');
  await waitFor(() => expect(screen.queryByText(/^Somebody is at table/)).toBeNull());
});

test('a party that was never marked as completed does not occupy its table for days', async () => {
  const { press, sent } = whereMeeraSits('2026-11-01T12:00:00.000Z');
  await press(/^Details/);
  await typeIn(/^Table/, '7');
  await waitFor(() => expect(sent('getAllReservations')).toContainEqual(expect.objectContaining({ status: 'seated' })));
  await act(async () => {});
  expect(screen.queryByText(/^Somebody is at table/)).toBeNull();
});

test('warns before a party is seated at a table with an open order', async () => {
  const atSeven = { ...dalForOne, orderType: 'dine-in' as const, tableInfo: { tableNumber: '7', partySize: 2 } };
  const { press } = openOffice('reservations?view=list', {
    ...answers,
    getLocationOrders: ordersOf([atSeven]),
    getAllReservations: nobodyElse,
  });
  await press(/^Details/);
  await typeIn(/^Table/, '7');
  await expect(screen).toShow(/Order AAAAA for Asha Rao, since/);
});

test.each([
  [['email', 'sms'], 'Without it, the confirmation goes by text message'],
  [['email'], 'Without it they get no confirmation, because text messages are not set up'],
  [[], 'They get no confirmation, because neither emails nor text messages are set up'],
] as const)('a phone booking explains how its confirmation is sent with %s', async (sends, hint) => {
  const site = { ...rootData.site, sends: [...sends] };
  const { press } = openOffice('reservations?view=list', { ...answers, ...freeDay }, admin, site);
  await press('New reservation');
  await expect(screen).toShow(hint);
});

test('somebody creates the address for their calendar and sees it once', async () => {
  const { press, sent, answer } = openOffice('reservations?view=list', {
    ...answers,
    createCalendarFeed: outage(),
  });
  await press('Reservations in your calendar');
  await press('Create my address');
  await expect(screen).toShow('The address was not created');
  answer({ createCalendarFeed: { address: 'https://x.example/api/calendars/key.ics' } });
  await press('Create my address');
  await expect(screen).toShow('https://x.example/api/calendars/key.ics');
  expect(sent('createCalendarFeed').at(-1)).toEqual({ locationId: expect.any(String) });
});
