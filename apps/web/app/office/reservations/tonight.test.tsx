import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { rootData, tableForTwo } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

const asOf = '2026-11-20T22:42:00.000Z';
type Party = typeof tableForTwo;

function party(name: string, startsAt: string, time: string, more: Partial<Party> = {}): Party {
  return {
    ...tableForTwo,
    id: name,
    customerInfo: { ...tableForTwo.customerInfo, name },
    reservationDetails: { ...tableForTwo.reservationDetails, time },
    startsAt,
    ...more,
  };
}
const wes = party('Wes Test', '2026-11-20T22:15:00.000Z', '18:15');
const ivy = party('Ivy Demo', '2026-11-20T22:30:00.000Z', '18:30');
const cleo = party('Cleo Example', '2026-11-20T23:00:00.000Z', '19:00', { tableNumber: '6' });
const alex = party('Alex Sample', '2026-11-20T23:30:00.000Z', '19:30', {
  reservationDetails: { ...tableForTwo.reservationDetails, time: '19:30', specialRequests: 'Shellfish allergy' },
});

const slot = (time: string, startsAt: string, seatsTaken = 0) => ({
  time,
  label: time === '18:30' ? '6:30 p.m.' : '7:00 p.m.',
  startsAt,
  isNextDay: false,
  seatsTaken,
  seatsLeft: 40 - seatsTaken,
});
function dayOf(reservations: readonly Party[], more: object = {}) {
  return {
    day: {
      date: '2026-11-20',
      isToday: true,
      isClosed: false,
      timeZone: 'America/Halifax',
      asOf,
      seatsPerSlot: 40,
      slots: [slot('18:30', '2026-11-20T22:30:00.000Z', 2), slot('19:00', '2026-11-20T23:00:00.000Z')],
      reservations: [...reservations],
      ...more,
    },
  };
}

function opened(more: Answers = {}, reservations: readonly Party[] = [wes, ivy, cleo, alex]) {
  return openOffice('reservations', {
    getReservationDay: dayOf(reservations),
    getReservation: { reservation: cleo, canCancel: true, manageUrl: '/', confirmation: null, asOf },
    getAllReservations: { reservations: [], total: 0, nextCursor: null, asOf },
    ...more,
  });
}
const region = async (name: string) => within(await screen.findByRole('region', { name }));

test('opens on tonight with the next party first, in how long it comes, and its table', async () => {
  opened();
  const next = await region('Next');
  await expect(next).toShow('Cleo Example');
  await expect(next).toShow('in 18 min');
  expect(next.getByLabelText('Table')).toBeTruthy();
  await expect(screen).toShow('1 party, 2 guests');
  await expect(screen).toShow('Shellfish allergy');
});

test('a party that arrived is seated in one press', async () => {
  const { press, sent } = opened({ updateReservationStatus: { reservation: { ...cleo, status: 'seated' } } });
  await press('Cleo Example arrived');
  expect(sent('updateReservationStatus')).toEqual([
    { reservationId: 'Cleo Example', status: 'seated', tableNumber: '6' },
  ]);
});

const seatedCleo = { ...cleo, status: 'seated' as const, seatedAt: asOf };

test('“Arrived” pressed by mistake is taken back from the message about it', async () => {
  const { press, sent, answer } = opened({ updateReservationStatus: { reservation: seatedCleo } });
  await press('Cleo Example arrived');
  await expect(screen).toShow('Cleo Example arrived');
  answer({ updateReservationStatus: { reservation: cleo } });
  await press('Not seated yet');
  await waitFor(() =>
    expect(sent('updateReservationStatus').at(-1)).toEqual({ reservationId: 'Cleo Example', status: 'confirmed' }),
  );
});

test('a seated party stays on the page, and its details have “Not seated yet”', async () => {
  const { press } = opened(
    { getReservation: { reservation: seatedCleo, canCancel: true, manageUrl: '/', confirmation: null, asOf } },
    [wes, seatedCleo],
  );
  expect((await region('Seated')).getByRole('button', { name: 'Cleo Example' })).toBeTruthy();
  await press('Cleo Example');
  const details = within(await screen.findByRole('dialog', { name: 'Cleo Example' }));
  expect(await details.findByRole('button', { name: 'Not seated yet' })).toBeTruthy();
});

const freeAt = (time: string, seatsLeft: number) => ({
  date: '2026-11-20',
  time,
  label: time === '20:30' ? '8:30 p.m.' : '8:00 p.m.',
  isNextDay: false,
  seatsLeft,
  startsAt: time === '20:30' ? '2026-11-21T00:30:00.000Z' : '2026-11-21T00:00:00.000Z',
});

test('the host changes time and party of a booking, whose own seats count as free', async () => {
  const { press, sent } = opened({
    getReservationSlots: { slots: [freeAt('20:00', 2), freeAt('20:30', 9)], isClosed: false },
    changeReservation: { reservation: cleo },
  });
  await press('Cleo Example');
  await press('Change');
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the reservation' }));
  const time = await dialog.findByLabelText<HTMLSelectElement>(/^Time/);
  for (let more = 0; more < 3; more++) await press('One more guest');
  await waitFor(() => expect([...time.options].map(({ value }) => value)).toEqual(['', '20:30']));
  const save = dialog.getByRole('button', { name: 'Change reservation' });
  expect([save.getAttribute('aria-disabled'), save.getAttribute('title')]).toEqual(['true', 'Please choose a time']);
  fireEvent.change(time, { target: { value: '20:30' } });
  await press('Change reservation');
  await waitFor(() =>
    expect(sent('changeReservation')).toEqual([
      {
        reservationId: 'Cleo Example',
        date: cleo.reservationDetails.date,
        time: '20:30',
        partySize: cleo.reservationDetails.partySize + 3,
        specialRequests: cleo.reservationDetails.specialRequests,
        version: cleo.version,
      },
    ]),
  );
  await expect(screen).toShow('The reservation of Cleo Example is changed');
});

test.each([
  ['sms', 'It keeps its number, and the guest gets one message about the change.'],
  ['email', 'It keeps its number.'],
] as const)(
  'a guest with only a phone number is promised a message by %s as far as it can be sent',
  async (way, hint) => {
    const withPhone = { ...cleo, customerInfo: { ...cleo.customerInfo, email: '', phone: '+19025550101' } };
    const answers = {
      getAllReservations: { reservations: [], total: 0, nextCursor: null, asOf },
      getReservationDay: dayOf([withPhone]),
      getReservation: { reservation: withPhone, canCancel: true, manageUrl: '/', confirmation: null, asOf },
      getReservationSlots: { slots: [], isClosed: false },
    };
    const { press } = openOffice('reservations', answers, undefined, { ...rootData.site, sends: [way] });
    await press('Cleo Example');
    await press('Change');
    await expect(screen).toShow(hint);
  },
);

test('a note is changed without a free time, and a refused change says why and stays open', async () => {
  const { press, sent, answer } = opened({
    getReservationSlots: { slots: [], isClosed: false },
    changeReservation: refusal('slot-unavailable', 'This time is no longer available'),
  });
  await press('Cleo Example');
  await press('Change');
  await typeIn(/^Special requests/, 'High chair');
  await press('Change reservation');
  await expect(screen).toShow('This time is no longer available');
  answer({ changeReservation: { reservation: cleo } });
  await press('Change reservation');
  await expect(screen).toShow('The reservation of Cleo Example is changed');
  expect(sent('changeReservation').at(-1)).toMatchObject({ specialRequests: 'High chair', time: '19:00' });
});

test('late parties stand apart, the latest first; only after fifteen minutes they may be a no-show', async () => {
  const { press, sent } = opened({ updateReservationStatus: refusal('conflict') });
  const late = await region('Late');
  expect(late.getAllByText(/min late$/).map(({ textContent }) => textContent)).toEqual(['27 min late', '12 min late']);
  expect(late.getAllByRole('link', { name: /^Call \(902\) 555-0102/ })).toHaveLength(2);
  expect(late.queryByRole('button', { name: 'Ivy Demo: no-show' })).toBeNull();
  await press('Wes Test: no-show');
  await expect(screen).toShow('The reservation could not be changed');
  expect(sent('updateReservationStatus')).toEqual([{ reservationId: 'Wes Test', status: 'no-show' }]);
});

test('a walk-in is seated with its size and table, and takes the seats of now', async () => {
  const { press, sent } = opened({
    addWalkIn: { reservation: { ...wes, source: 'walk-in', status: 'seated' } },
  });
  await expect(await region('No reservation?')).toShow('Seats at 6:30 p.m.: 38 of 40 left.');
  fireEvent.keyDown(document.body, { key: 'w' });
  await expect(screen).toShow('How many guests?');
  await typeIn(/^Name of the party/, 'Taylor');
  await press('Seat them');
  await expect(screen).toShow('2 guests seated');
  expect(sent('addWalkIn')).toEqual([
    { locationId: 'truro', partySize: 2, name: 'Taylor', tableNumber: null, evenIfFull: false },
  ]);
});

test('when others took the seats meanwhile, the host sees it and decides', async () => {
  const { press, answer, sent } = opened({
    addWalkIn: refusal('slot-unavailable', 'All seats are taken at 6:30 p.m.', { seatsLeft: 0 }),
  });
  await press(/^Walk-in/);
  await press('Seat them');
  await expect(screen).toShow('All seats are taken at 6:30 p.m.');
  answer({ addWalkIn: { reservation: { ...wes, source: 'walk-in', status: 'seated' } } });
  await press('Seat them anyway');
  await expect(screen).toShow('2 guests seated');
  expect(sent('addWalkIn').map(({ evenIfFull }) => evenIfFull)).toEqual([false, true]);
});

test('pages forward in time, where nobody can arrive yet', async () => {
  const { press, answer, sent } = opened();
  await expect(screen).toShow('Cleo Example');
  answer({
    getReservationDay: dayOf([alex, { ...cleo, status: 'no-show' }], { date: '2026-11-21', isToday: false }),
  });
  await press(/Saturday/);
  await expect(screen).toShow('All parties');
  await expect(screen).toShow('2 parties, 4 guests');
  await expect(screen).toShow('No-show');
  expect(screen.queryByRole('button', { name: /arrived$/ })).toBeNull();
  expect(screen.queryByRole('region', { name: 'Late' })).toBeNull();
  expect(sent('getReservationDay').at(-1)).toEqual({ locationId: 'truro', date: '2026-11-21' });
});

test('says when nobody else comes tonight, and how many came and did not', async () => {
  opened({}, [
    { ...cleo, status: 'completed' },
    { ...wes, status: 'no-show' },
  ]);
  await expect(screen).toShow('No more parties tonight');
  await expect(screen).toShow('1 party came');
  await expect(screen).toShow('1 no-show');
});

test('says when the day could not be loaded', async () => {
  opened({ getReservationDay: refusal('conflict') });
  await expect(screen).toShow('Failed to load reservations');
});
