import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, managedTruro, tableForTwo } from '../../testing/samples.ts';
import { openOffice, openTablePanel, sendLiveEvent } from '../../testing/show.tsx';
import type { Floor, FloorTable } from './floor-data.ts';

const NOW = '2026-11-20T22:42:00.000Z';
vi.mock('../../shared/live/server-clock.ts', async (original) => {
  const now = () => new Date('2026-11-20T22:42:00.000Z');
  return { ...(await original<object>()), serverNow: now, useServerNow: now };
});
afterEach(() => {
  Reflect.deleteProperty(document, 'elementsFromPoint');
});

const table = (name: string, x: number, more: Partial<FloorTable> = {}): FloorTable => ({
  tableId: `t${name}`,
  name,
  area: 'Room',
  seats: 4,
  x,
  y: 100,
  width: 160,
  height: 120,
  shape: 'rectangle',
  state: 'free',
  ...more,
});
const party = (name: string, startsAt: string, time: string, more: Partial<typeof tableForTwo> = {}) => ({
  ...tableForTwo,
  id: `id-${name}`,
  reservationId: `RES-${name}`,
  customerInfo: { ...tableForTwo.customerInfo, name },
  reservationDetails: { ...tableForTwo.reservationDetails, time },
  startsAt,
  version: 4,
  ...more,
});
const cleo = party('Cleo', '2026-11-20T23:00:00.000Z', '19:00', { tableNumber: '2' });
const otis = party('Otis', '2026-11-21T00:00:00.000Z', '20:00');
const booking = { reservationId: 'RES-Cleo', name: 'Cleo', partySize: 2, startsAt: cleo.startsAt };
const floor: Floor = {
  version: 3,
  areas: [
    { areaId: 'room', name: 'Room' },
    { areaId: 'bar', name: 'Bar' },
  ],
  tables: [
    table('1', 100, { seats: 2 }),
    table('2', 300, { state: 'reserved', booking }),
    table('4', 500),
    table('B1', 100, { area: 'Bar', seats: 2 }),
  ],
};
const day = {
  date: '2026-11-20',
  isToday: true,
  isClosed: false,
  timeZone: 'America/Halifax',
  asOf: NOW,
  seatsPerSlot: 40,
  slots: [],
  reservations: [cleo, otis],
};
function opened(more: Answers = {}) {
  const answers = { getFloor: floor, getTabs: { tabs: [] }, getReservationDay: { day }, ...more };
  return openOffice('floor', answers, { ...admin, hasFloor: true });
}
const tableButton = (name: string) => screen.findByRole('button', { name: new RegExp(`^Table ${name}\\b`) });
const timeline = async ({ user }: { user: ReturnType<typeof opened>['user'] }) =>
  user.click(await screen.findByRole('radio', { name: 'Timeline' }));

/** Drags an element to the place of another one. */
function drag(element: HTMLElement, target: Element) {
  element.setPointerCapture = () => undefined;
  Object.assign(document, { elementsFromPoint: () => [element, target] });
  fireEvent.pointerDown(element, { clientX: 10, clientY: 10, button: 0, pointerId: 1 });
  fireEvent.pointerMove(element, { clientX: 10, clientY: 200, pointerId: 1 });
  fireEvent.pointerUp(element, { clientX: 10, clientY: 200, pointerId: 1 });
  fireEvent.click(element);
}
const movedTo = (tableNumber: string | null) => ({
  updateReservationStatus: { reservation: { ...cleo, tableNumber, version: 5 } },
});

test('the timeline has all areas, and bookings without a table stand in a row of their own', async () => {
  const shown = opened();
  await timeline(shown);
  const rows = screen.getAllByRole('listitem').filter((row) => row.dataset['table'] !== undefined);
  expect(rows.map((row) => row.dataset['table'])).toEqual(['', 't1', 't2', 't4', 'tB1']);
  expect(within(rows[0] as HTMLElement).getByRole('button', { name: /^Otis, 2/ })).toBeTruthy();
  expect(screen.queryByRole('radio', { name: 'Bar' })).toBeNull();
});

test('a booking that is dragged to another row of the timeline gets that table, and Undo brings it back', async () => {
  const shown = opened(movedTo('4'));
  await timeline(shown);
  const bar = screen.getByRole('button', { name: /^Cleo, 2/ });
  drag(bar, document.querySelector('[data-table="t4"]') as Element);
  const { sent, press, answer } = shown;
  await waitFor(() =>
    expect(sent('updateReservationStatus')).toEqual([
      { reservationId: 'id-Cleo', status: 'confirmed', tableNumber: '4', version: 4 },
    ]),
  );
  await expect(screen).toShow('Cleo: now at table 4');
  expect(screen.queryByRole('form', { name: 'Seat a party' })).toBeNull();
  answer(movedTo('2'));
  await press('Undo');
  await waitFor(() =>
    expect(sent('updateReservationStatus').at(-1)).toEqual({
      reservationId: 'id-Cleo',
      status: 'confirmed',
      tableNumber: '2',
      version: 5,
    }),
  );
});

test('a booking that is dragged to a table where others are expected stays, and the host reads why', async () => {
  const words = 'Another party is expected at table 4 then. Choose another table.';
  opened({ updateReservationStatus: refusal('table-taken', words) });
  drag(await tableButton('2'), await tableButton('4'));
  await expect(screen).toShow('The booking keeps its table');
  await expect(screen).toShow(words);
  expect((await tableButton('2')).textContent).toContain('Cleo');
});

test('a small move of the pointer presses a booking, and does not drag it', async () => {
  const { sent } = opened();
  const tile = await tableButton('2');
  tile.setPointerCapture = () => undefined;
  fireEvent.pointerDown(tile, { clientX: 10, clientY: 10, button: 0, pointerId: 1 });
  fireEvent.pointerMove(tile, { clientX: 13, clientY: 12, pointerId: 1 });
  fireEvent.pointerUp(tile, { clientX: 13, clientY: 12, pointerId: 1 });
  fireEvent.click(tile);
  await expect(screen).toShow('Seat 2 guests at table 2');
  expect(sent('updateReservationStatus')).toEqual([]);
});

test('with the keyboard, Shift and an arrow move a booking on the timeline and on the plan', async () => {
  const shown = opened(movedTo('4'));
  const { user, sent } = shown;
  (await tableButton('2')).focus();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await waitFor(() => expect(sent('updateReservationStatus')).toMatchObject([{ tableNumber: '4' }]));
  await timeline(shown);
  (await screen.findByRole('button', { name: /^Cleo, 2/ })).focus();
  await user.keyboard('{Shift>}{ArrowUp}{/Shift}');
  await waitFor(() => expect(sent('updateReservationStatus').at(-1)).toMatchObject({ tableNumber: '1' }));
});

test('without dragging, a pressed booking gets another table from its form, before it comes', async () => {
  const { user, press, sent } = opened(movedTo('4'));
  await user.click(await tableButton('2'));
  expect(screen.getByLabelText<HTMLSelectElement>('Who?').value).toBe('id-Cleo');
  expect(screen.queryByRole('button', { name: /^Keep table/ })).toBeNull();
  fireEvent.change(screen.getByRole('combobox', { name: 'Table' }), { target: { value: '4' } });
  await press('Keep table 4 for Cleo');
  await expect(screen).toShow('Cleo: now at table 4');
  expect(sent('updateReservationStatus')).toMatchObject([{ reservationId: 'id-Cleo', tableNumber: '4' }]);
  expect(sent('seatParty')).toEqual([]);
});

test('the host joins tables for twelve guests by pressing them on the plan, and takes one off again', async () => {
  const { user, press, sent } = opened({ seatParty: { sittingId: 's1' } });
  await press(/^Walk-in/);
  for (let guests = 2; guests < 12; guests += 1) await press('One more guest');
  await expect(screen).toShow('No table or join for 12 guests');
  await press('Join tables');
  await expect(screen).toShow('Choose tables to join');
  for (const name of ['1', '2', '4', '1']) await user.click(await tableButton(name));
  await expect(screen).toShow('Table 2+4 has only 8 seats for 12 guests. You can seat them there anyway.');
  await user.click(screen.getByRole('checkbox', { name: 'B1' }));
  await press('Seat 12 guests at table B1+2+4');
  await waitFor(() =>
    expect(sent('seatParty')).toMatchObject([{ tableIds: ['tB1', 't2', 't4'], partySize: 12, name: '' }]),
  );
});

test('a walk-in is proposed a table that nobody booked during its stay, and the menus say who comes where', async () => {
  const called = { ...booking, name: 'Tim', reservationId: 'RES-Tim', isCalled: true };
  const sitting = { sittingId: 's1', partySize: 2, name: 'Chen', reservationId: null, seatedAt: NOW };
  const ryan = party('Ryan', '2026-11-20T23:30:00.000Z', '19:30', { tableNumber: '1' });
  const tim = party('Tim', NOW, '18:42', { tableNumber: '4', source: 'walk-in' });
  const [one, two, four, bar] = floor.tables as [FloorTable, FloorTable, FloorTable, FloorTable];
  const tables = [one, two, { ...four, booking: called }, { ...bar, sitting }];
  const { user, press } = opened({
    getFloor: { ...floor, tables: [...tables, table('9', 700, { seats: 6 })] },
    getReservationDay: { day: { ...day, reservations: [cleo, ryan, tim] } },
  });
  await press(/^Walk-in/);
  await expect(screen).toShow('Seat 2 guests at table 9');
  const options = within(screen.getByRole('combobox', { name: 'Table' })).getAllByRole('option');
  expect(options.map(({ textContent }) => textContent)).toEqual([
    '1, 2 seats, Ryan at 7:30 p.m.',
    '2, 4 seats, Cleo at 7:00 p.m.',
    '4, 4 seats, kept for Tim',
    '9, 6 seats',
  ]);
  await user.click(await screen.findByRole('radio', { name: 'Bar' }));
  await user.click(await tableButton('B1'));
  await press(/^Move/);
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toContain(
    'Table 4, 4 seats, kept for Tim',
  );
});

test('a party that was sent home by mistake is brought back from the message about it', async () => {
  const sitting = { sittingId: 's1', partySize: 2, name: 'Chen', reservationId: null, seatedAt: NOW };
  const { press, sent, answer } = opened({
    getFloor: { ...floor, tables: [table('1', 100, { state: 'seated', sitting })] },
    endSitting: { sittingId: 's1' },
    resumeSitting: refusal('table-taken', 'Since 6:42 p.m., Khan sits at table 1. Choose another table.'),
  });
  await tableButton('1');
  await openTablePanel(floor.tables[0]?.tableId);
  await press('Free the table');
  await press('They left');
  await expect(screen).toShow('Table 1 is free');
  answer({ getFloor: floor });
  await press('Undo');
  await waitFor(() => expect(sent('resumeSitting')).toEqual([{ sittingId: 's1', name: 'Chen' }]));
  await expect(screen).toShow('The party was not brought back');
});

test('a no-show that was marked by mistake is awaited again after Undo', async () => {
  const wes = party('Wes', '2026-11-20T22:15:00.000Z', '18:15');
  const { press, sent, answer } = opened({
    getReservationDay: { day: { ...day, reservations: [wes] } },
    updateReservationStatus: { reservation: { ...wes, status: 'no-show' } },
  });
  await press('Wes: no-show');
  await expect(screen).toShow('Wes is marked as a no-show');
  answer({ updateReservationStatus: { reservation: wes } });
  await press('Undo');
  await waitFor(() =>
    expect(sent('updateReservationStatus').map(({ status }) => status)).toEqual(['no-show', 'confirmed']),
  );
});

test('a booking that changes elsewhere is at its new table on this plan at once', async () => {
  const { answer } = opened();
  await tableButton('2');
  answer({ getFloor: { ...floor, tables: [table('2', 300), table('4', 500, { state: 'reserved', booking })] } });
  sendLiveEvent('reservation.updated', { reservation: { ...cleo, tableNumber: '4' } });
  await waitFor(async () => expect((await tableButton('4')).textContent).toContain('Cleo'));
});

const atRemoved = { ...booking, tableNumber: '2' };

test('removing a booked table proposes another one, or it is put back alone and the other changes stay', async () => {
  const bookings = [
    { ...atRemoved, proposedTable: '4' },
    { ...atRemoved, reservationId: 'RES-3', name: 'Ryan', proposedTable: null },
  ];
  const words = '2 bookings are at tables that you remove.';
  const { press, user, sent, answer } = opened({
    saveFloor: refusal('table-booked', words, { tableIds: ['t2'], bookings }),
  });
  await press('Edit the plan');
  await user.click(await tableButton('2'));
  await press('Remove table 2');
  await user.click(await tableButton('1'));
  await press('Remove table 1');
  await press('Save the plan');
  await expect(screen).toShow(/Cleo, 2 guests, table 2\. Table 4 is free then\./);
  await expect(screen).toShow(/Ryan, 2 guests, table 2\. No other table is free: they keep their booking/);
  answer({ saveFloor: { version: 4 } });
  await press('Put back 2');
  await press('Save the plan');
  await waitFor(() => expect(sent('saveFloor')).toHaveLength(2));
  const { tables } = sent('saveFloor')[1] as unknown as Floor;
  expect(tables.map(({ name }) => name).toSorted()).toEqual(['2', '4', 'B1']);
});

test('a table at which people sit can be put back after its removal was refused', async () => {
  const words = 'People sit at table 4. Move them first, then remove it.';
  const { press, user } = opened({ saveFloor: refusal('failed-precondition', words, { tableIds: ['t4'] }) });
  await press('Edit the plan');
  await user.click(await tableButton('4'));
  await press('Remove table 4');
  await press('Save the plan');
  await expect(screen).toShow(words);
  await press('Put back 4');
  expect(await tableButton('4')).toBeTruthy();
  expect(screen.queryByText(words)).toBeNull();
});

test('tables that cover each other are named while the plan is drawn', async () => {
  const { press } = opened({ getFloor: { ...floor, tables: [table('1', 100), table('7', 120), table('9', 700)] } });
  await press('Edit the plan');
  await expect(screen).toShow('Tables cover each other');
  await expect(screen).toShow('1 and 7');
});

test('an admin draws the plan of a location before it is published', async () => {
  const draft = { ...managedTruro, id: 'bedford', name: 'Bedford', isActive: false, isDraft: true };
  const { press, sent } = opened({
    getAllLocations: { locations: [managedTruro, draft] },
    saveFloor: { version: 1 },
  });
  const picker = await screen.findByRole('combobox', { name: 'Location' });
  fireEvent.change(picker, { target: { value: 'bedford' } });
  await waitFor(() => expect(sent('getFloor').at(-1)).toEqual({ locationId: 'bedford' }));
  await press('Edit the plan');
  await press('Save the plan');
  await waitFor(() => expect(sent('saveFloor')).toMatchObject([{ locationId: 'bedford' }]));
});
