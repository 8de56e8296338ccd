import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, ordersOf, tableForTwo } from '../../testing/samples.ts';
import { field, openOffice, typeIn } from '../../testing/show.tsx';

const asOf = '2026-11-20T12:00:00.000Z';
const table = (name: string, seats: number) => ({
  tableId: `t${name}`,
  name,
  seats,
  area: 'Room',
  x: 0,
  y: 0,
  width: 100,
  height: 80,
  shape: 'rectangle' as const,
  state: 'free' as const,
});
const plan = {
  version: 1,
  areas: [{ areaId: 'room', name: 'Room' }],
  tables: [table('10', 5), table('11', 5), table('B1', 2)],
  joins: [['10', '11']],
};
const fullDay = [{ date: '2026-11-20', time: '20:00', label: '8:00 p.m.', seatsLeft: 12, available: false }];
const answers: Answers = {
  getFloor: plan,
  getLocationOrders: ordersOf([]),
  lookupUserByPhone: { user: null, people: [] },
  getAllReservations: ({ status }) => ({
    reservations: status === 'seated' ? [] : [tableForTwo],
    total: 1,
    nextCursor: null,
    asOf,
  }),
  getReservation: { reservation: tableForTwo, canCancel: true, manageUrl: '/', confirmation: null, asOf },
  getReservationDay: {
    day: {
      date: '2026-11-20',
      isToday: true,
      isClosed: false,
      timeZone: 'America/Halifax',
      asOf,
      seatsPerSlot: 12,
      slots: [],
      reservations: [],
    },
  },
  getReservationSlots: {
    slots: fullDay.map((slot) => ({ ...slot, startsAt: '2026-11-21T00:00:00.000Z', isNextDay: false })),
    isClosed: false,
  },
};
const opened = (more: Answers = {}) =>
  openOffice('reservations?view=list', { ...answers, ...more }, { ...admin, hasFloor: true });

test('a table that is typed in the details is saved before the party comes, also joined ones of the plan', async () => {
  const { press, sent } = opened({
    updateReservationStatus: { reservation: { ...tableForTwo, tableNumber: '10+11' } },
  });
  await press(/^Details/);
  const input = await field(/^Table/);
  await waitFor(() =>
    expect([...(input.list?.querySelectorAll('option') ?? [])].map(({ value }) => value)).toEqual([
      'B1',
      '10',
      '11',
      '10+11',
    ]),
  );
  expect(input.inputMode).not.toBe('numeric');
  await typeIn(/^Table/, '10+11');
  await press('Save the table');
  await expect(screen).toShow('Ravi Nair: now at table 10+11');
  expect(sent('updateReservationStatus')).toEqual([
    { reservationId: 'r1', status: 'confirmed', tableNumber: '10+11', version: 0 },
  ]);
});

test('a table that is refused or not saved yet is not thrown away', async () => {
  const words = 'There is no table 77 on the plan. Choose another one, or join some like 12+13.';
  const { press } = opened({ updateReservationStatus: refusal('invalid-argument', words) });
  await press(/^Details/);
  await typeIn(/^Table/, '77');
  await press('Save the table');
  await expect(screen).toShow(words);
  expect((await field(/^Table/)).value).toBe('77');
  await press('Close');
  await expect(screen).toShow('Discard what you typed?');
  await press('Keep editing');
  expect((await field(/^Table/)).value).toBe('77');
});

test('twelve guests for whom no table or join is large enough are booked at tables that staff choose', async () => {
  const { press, sent } = opened({ addReservationByPhone: refusal('time-full', 'Table B1+10+11 is not free then.') });
  await press('New reservation');
  await typeIn(/^Phone Number/, '9025550102');
  await typeIn(/^Full Name/, 'Big Party');
  expect(await screen.findByRole('button', { name: 'Choose the tables' })).toBeTruthy();
  for (let guests = 2; guests < 12; guests += 1) await press('One more guest');
  await expect(screen).toShow('No table or join for 12 guests. Choose tables to join for them.');
  const time = await field(/^Time/);
  expect(time.querySelector<HTMLOptionElement>('option[value="20:00"]')?.disabled).toBe(true);
  for (const name of ['10, 5 seats', '11, 5 seats', 'B1, 2 seats']) await press(name, 'checkbox');
  fireEvent.change(time, { target: { value: '20:00' } });
  await press('Book the table');
  await expect(screen).toShow('Table B1+10+11 is not free then.');
  expect(sent('addReservationByPhone')).toMatchObject([{ partySize: 12, time: '20:00', tableNumber: 'B1+10+11' }]);
  expect((await field(/^Full Name/)).value).toBe('Big Party');
});

test.each([
  ['kept', {}, 'Closed then: booking kept'],
  ['asked to move', { moveOfferedAt: asOf }, 'Closed then: asked to choose another time'],
])(
  'the list and the details say that the location is closed when a party comes that was %s',
  async (_how, more, words) => {
    // In the year 2099, that Friday at 3 in the morning.
    const night = { ...tableForTwo, startsAt: '2099-11-20T07:00:00.000Z', ...more };
    const open = { ...tableForTwo, id: 'r2', startsAt: '2099-11-20T22:30:00.000Z' };
    const { press } = opened({
      getAllReservations: { reservations: [night, open], total: 2, nextCursor: null, asOf },
      getReservation: { reservation: night, canCancel: true, manageUrl: '/', confirmation: null, asOf },
    });
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(1));
    const [details] = await screen.findAllByRole('button', { name: /^Details/ });
    details?.click();
    await waitFor(() => expect(screen.getAllByText(words)).toHaveLength(2));
    await press('Close');
  },
);
