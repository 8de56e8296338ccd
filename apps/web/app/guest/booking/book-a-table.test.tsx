import { cleanup, screen, waitFor } from '@testing-library/react';
import { readHours } from '@tiffin/domain/hours';
import { newReservationId, slotTimes } from '@tiffin/domain/reservation';
import { expect, test, vi } from 'vitest';
import * as route from '../../routes/guest/reservations.tsx';
import { refusal, type Answers } from '../../testing/network.ts';
import { rootData, tableForTwo, truro } from '../../testing/samples.ts';
import { field, openPage, typeIn } from '../../testing/show.tsx';
import { ReservationPage } from './reservation-page.tsx';

const [today, tomorrow] = ['2026-11-20', '2026-11-21'];
const slot = { time: '18:30', label: '6:30 p.m.', seatsLeft: 12, startsAt: tableForTwo.startsAt };
const answers: Answers = {
  getLocations: { locations: [truro] },
  getSite: { site: rootData.site },
  getReservationDays: {
    days: [
      { date: today, state: 'free' },
      { date: tomorrow, state: 'free' },
    ],
    timeZone: 'America/Halifax',
  },
  getReservationSlots: { slots: [slot], isClosed: false } as never,
};

/** Fills in a table for tonight at 6:30 p.m. with contact details. */
async function book(more: Answers = {}) {
  const page = openPage(route, '/reservations?location=truro&day=tonight', { ...answers, ...more });
  await page.press(/6:30/, 'radio');
  await typeIn(/^(Full )?Name/, 'Ravi Nair');
  await typeIn(/^Email/, 'Ravi@Example.test');
  await typeIn(/^Phone/, '9025550102');
  await typeIn(/requests/i, 'High chair');
  await page.press(/^Reserve/);
  return page;
}

test('a booking sends location, day, time, party size, contact details, requests and device [C-RES-01]', async () => {
  const { sent } = await book({ createReservation: refusal('conflict') });
  await waitFor(() => expect(sent('createReservation')).toHaveLength(1));
  expect(sent('createReservation')[0]).toEqual({
    locationId: 'truro',
    date: today,
    time: '18:30',
    partySize: 2,
    customerInfo: { name: 'Ravi Nair', email: 'Ravi@Example.test', phone: '+19025550102' },
    specialRequests: 'High chair',
    deviceInfo: { userAgent: expect.any(String), platform: expect.any(String) },
  });
});

test('each press on Reserve focuses the first thing that is missing, and sends nothing', async () => {
  const { press, sent } = openPage(route, '/reservations?location=truro&day=tonight', answers);
  const time = await screen.findByRole('radio', { name: /6:30/ });
  const expectFocus = (element: HTMLElement) => waitFor(() => expect(document.activeElement).toBe(element));
  await press(/^Reserve/);
  await expectFocus(time);
  await press(/6:30/, 'radio');
  await press(/^Reserve/);
  await expectFocus(await field(/^(Full )?Name/));
  await typeIn(/^(Full )?Name/, 'Ravi Nair');
  await press(/^Reserve/);
  await expectFocus(await field(/^Email/));
  expect(sent('createReservation')).toEqual([]);
});

test('a guest books with the location and the contact in use, and the device remembers both', async () => {
  const remembered = { name: 'Asha Rao', phone: '+19025550101', email: 'asha@example.test', locationId: 'truro' };
  localStorage.setItem('tiffin_guest', JSON.stringify({ ...remembered, at: Date.now() }));
  localStorage.setItem('tiffin_menu', 'new-glasgow');
  const glasgow = { ...truro, id: 'new-glasgow', name: 'New Glasgow' };
  const page = openPage(route, '/reservations?day=tonight', {
    ...answers,
    getLocations: { locations: [truro, glasgow] },
    createReservation: refusal('conflict'),
  });
  expect((await field(/^(Full )?Name/)).value).toBe('Asha Rao');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /^New Glasgow/ })).checked).toBe(true);
  await page.press('Remove my details from this device');
  await waitFor(async () => expect((await field(/^(Full )?Name/)).value).toBe(''));
});

test('a day that can never be booked shows the reason, and a full evening suggests another day', async () => {
  const soon = 'There are no free tables near this time. Please try another day.';
  const words = 'Tables can be booked up to 60 days ahead. Please choose an earlier day.';
  await book({ createReservation: refusal('slot-unavailable', words, { reason: 'too-far-ahead', alternatives: [] }) });
  await expect(screen).toShow(words);
  expect(screen.queryByText(soon)).toBeNull();
  cleanup();
  await book({ createReservation: refusal('slot-unavailable', undefined, { alternatives: [] }) });
  await expect(screen).toShow(soon);
});

test('a full time is grey, and choosing it offers the nearest free ones', async () => {
  const at = (hour: number, minute: string, available: boolean) => ({
    ...slot,
    date: today,
    time: `${hour}:${minute}`,
    label: `${hour - 12}:${minute} p.m.`,
    startsAt: `2026-11-20T${hour + 4}:${minute}:00.000Z`,
    isNextDay: false,
    available,
  });
  const slots = [at(17, '00', true), at(17, '30', true), at(18, '00', true), at(18, '30', false), at(19, '00', true)];
  const { press, sent } = openPage(route, '/reservations?location=truro&day=tonight', {
    ...answers,
    getReservationSlots: { slots, isClosed: false },
  });
  await press(/6:30.*Full/, 'radio');
  await expect(screen).toShow('6:30 p.m. is full for two.');
  expect(screen.queryByRole('button', { name: /5:00/ })).toBeNull();
  await press(/^Reserve/);
  await expect(screen).toShow('Please choose a time');
  expect(sent('createReservation')).toEqual([]);
  await press(/7:00/, 'button');
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: /7:00/ })).checked).toBe(true);
  expect(screen.queryByText('6:30 p.m. is full for two.')).toBeNull();
});

const fullToday: Answers = {
  ...answers,
  getReservationDays: { days: [{ date: today, state: 'full' }], timeZone: 'America/Halifax' },
  joinWaitlist: refusal('location-closed', 'The location is closed today.'),
};

test('today is full: one press joins the waitlist with what is typed, and says why it failed', async () => {
  const { press, sent, answer } = openPage(route, '/reservations?location=truro', fullToday);
  await expect(screen).toShow('Today is full for two.');
  await typeIn(/^(Full )?Name/, 'Ravi Nair');
  await typeIn(/^Phone/, '9025550102');
  await press('Join the waitlist');
  await expect(screen).toShow('The location is closed today.');
  const manageUrl = 'http://localhost/waitlist/truro?wait=w1&token=t';
  answer({ joinWaitlist: { waitId: 'w1', quotedMinutes: 25, partiesAhead: 2, manageUrl } });
  await press('Join the waitlist');
  await expect(screen).toShow('elsewhere');
  expect(sent('joinWaitlist')[1]).toEqual({
    locationId: 'truro',
    name: 'Ravi Nair',
    phone: '+19025550102',
    partySize: 2,
  });
});

test('a party for which no day has a table reads the number to call', async () => {
  openPage(route, '/reservations?location=truro', fullToday);
  await expect(screen).toShow('No table is free for two on these days.');
  await expect(screen).toShow(/Please call \(902\)/);
});

test('without a name and a number, the page of the waitlist asks for them', async () => {
  const { press, sent } = openPage(route, '/reservations?location=truro', fullToday);
  await press('Join the waitlist');
  await expect(screen).toShow('elsewhere');
  expect(sent('joinWaitlist')).toEqual([]);
});

test.each([
  ['hours-not-configured', 'Operating hours not properly configured for this location', '[C-ERR-41]'],
  ['location-not-found', 'Location not found', '[C-ERR-40]'],
  ['profile-not-found', 'User profile not found', '[C-ERR-36]'],
] as const)('a booking refused with %s shows: %s %s', async (code, words, _fact) => {
  await book({ createReservation: refusal(code) });
  await expect(screen).toShow(words);
});

test('a day without stored hours offers 11:30 to 22:30, as if open from 11 to 11 [C-RES-13]', async () => {
  const read = readHours({ monday: { open: '17:00', close: '21:00', closed: false } }, [], 'America/Halifax');
  if (!read.ok) throw new Error(read.error.message);
  const slots = slotTimes(read.value, today).map(({ time, label }) => ({ time, label, seatsLeft: 40 }));
  openPage(route, '/reservations?location=truro&day=tonight', {
    ...answers,
    getReservationSlots: { slots, isClosed: false } as never,
  });
  await screen.findByRole('radio', { name: /6:30/ });
  const offered = [...document.querySelectorAll<HTMLInputElement>('input[name=time]')].map(({ value }) => value);
  expect([offered[0], offered.at(-1)]).toEqual(['11:30', '22:30']);
});

test('shows an error when it is unknown whether a reservation exists already [C-ERR-38]', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  await book({ createReservation: refusal('unavailable') });
  await vi.advanceTimersByTimeAsync(15_000);
  await expect(screen).toShow('Failed to check existing reservations');
});

const observed = {
  reservation: tableForTwo,
  canCancel: true,
  manageUrl: 'http://localhost/reservations/r1?token=t',
  confirmation: null,
  asOf: '2026-11-20T12:00:00.000Z',
} as const;
function booked(change: Partial<typeof tableForTwo> = {}, more: Answers = {}) {
  const reservation = { ...tableForTwo, ...change };
  const page = { default: () => <ReservationPage answer={{ ...observed, reservation }} location={truro} token="t" /> };
  return openPage(page, '/reservations/r1', more);
}

test('a new reservation says that its confirmation is on the way; a pending one does not [C-RES-06]', async () => {
  booked();
  await expect(screen).toShow('Your table is booked');
  await expect(screen).toShow('A confirmation is on its way to ravi@example.test.');
  cleanup();
  booked({ status: 'pending' });
  await expect(screen).toShow('RES-TRU-20261120-KQWX');
  expect(screen.queryByText(/A confirmation is on its way/)).toBeNull();
});

test('a cancelled reservation shows when and why it was cancelled [C-RES-07]', async () => {
  const { press, sent } = booked(
    {},
    {
      cancelReservation: {
        reservation: {
          ...tableForTwo,
          status: 'cancelled',
          cancelledAt: '2026-11-20T13:05:00.000Z',
          cancellationReason: 'The baby is ill',
          updatedAt: '2026-11-20T13:05:00.000Z',
        },
      },
    },
  );
  await press('Cancel reservation');
  await typeIn(/^Would you tell us why/, 'The baby is ill');
  await press('Cancel reservation');
  await expect(screen).toShow('This reservation is cancelled');
  await expect(screen).toShow('The baby is ill');
  await expect(screen).toShow(/Nov(ember)? 20.*9:05 a\.m\./);
  expect(sent('cancelReservation')).toEqual([{ reservationId: 'r1', token: 't', reason: 'The baby is ill' }]);
});

test.each([
  ['truro', 'TRU'],
  ['new-glasgow', 'NGL'],
  ['halifax', 'LOC'],
])(
  'the number of a reservation at %s consists of %s, the day and four letters, and shows on its page [C-RES-02] [C-RES-03]',
  async (_place, code) => {
    const reservationId = newReservationId(code, today, () => 0);
    expect(reservationId).toMatch(/^RES-[A-Z]{3}-20261120-[A-Z]{4}$/);
    booked({ reservationId });
    await expect(screen).toShow(`RES-${code}-20261120-AAAA`);
  },
);

test.each([
  [undefined, 'You’ll get an instant confirmation.'],
  [{ amount: 20, freeUntilHours: 24 }, 'Your table is confirmed as soon as the deposit is paid.'],
  [{ amount: 20, freeUntilHours: 24, isFee: true }, 'Your table is confirmed as soon as you leave a card.'],
])('with the deposit %j a guest reads when the table is confirmed: %s', async (deposit, text) => {
  const slots = { slots: [slot], isClosed: false, deposit } as never;
  openPage(route, '/reservations?location=truro&day=tonight', { ...answers, getReservationSlots: slots });
  await expect(screen).toShow(text);
  expect(screen.queryByText(/confirmation|confirmed/)?.textContent).toBe(text);
});

test('a guest reads the deposit of a table before booking, and the payment page follows the press', async () => {
  const going = vi.spyOn(location, 'assign').mockReturnValue();
  const deposit = { amount: 20, freeUntilHours: 24 };
  const { sent } = await book({
    getReservationSlots: { slots: [slot], isClosed: false, deposit } as never,
    createReservation: {
      reservation: { ...tableForTwo, status: 'pending' },
      manageUrl: 'http://localhost/reservations/r1?token=t',
      payment: { url: 'https://pay.test/1', amount: 20 },
    },
  });
  await expect(screen).toShow('This table needs a deposit');
  await expect(screen).toShow(/A deposit of \$20\.00 is paid by card and taken off your bill/);
  await waitFor(() => expect(going).toHaveBeenCalledWith('https://pay.test/1'));
  expect(sent('createReservation')).toHaveLength(1);
});
