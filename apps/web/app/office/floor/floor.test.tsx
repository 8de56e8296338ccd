import { WAITLIST_LIMITS } from '@tiffin/domain/reservation';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { probeServer } from '../../shared/offline/online.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, staff, tableForTwo } from '../../testing/samples.ts';
import { openOffice, openTablePanel, sendLiveEvent, typeIn } from '../../testing/show.tsx';
import { barTab, billOfFive, firstRound, tabOfFive, type Tab } from '../../testing/tabs.ts';
import type { Floor, FloorTable } from './floor-data.ts';

const NOW = '2026-11-20T22:42:00.000Z';
vi.mock('../../shared/live/server-clock.ts', async (original) => {
  const now = () => new Date('2026-11-20T22:42:00.000Z');
  return { ...(await original<object>()), serverNow: now, useServerNow: now };
});

/** The changes that this device stores. The document of the tests has no IndexedDB. */
const device = vi.hoisted(() => ({ changes: [] as QueuedChange[] }));
vi.mock('../../shared/offline/queue-store.ts', () => ({
  queueStore: {
    all: async () => device.changes,
    async add(change: QueuedChange) {
      device.changes = [...device.changes, { ...change, place: device.changes.length + 1 }];
    },
    async update(change: (each: QueuedChange) => QueuedChange | null) {
      device.changes = device.changes.map(change).filter((each) => each !== null);
    },
  },
}));
afterEach(async () => {
  device.changes = [];
  vi.stubGlobal('fetch', async () => new Response('ok'));
  await act(async () => void (await probeServer()));
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
const chen = { sittingId: 's1', partySize: 3, name: 'Chen', reservationId: null, seatedAt: '2026-11-20T22:12:00.000Z' };
const floor: Floor = {
  version: 3,
  areas: [{ areaId: 'room', name: 'Room' }],
  tables: [
    table('1', 100, { seats: 2 }),
    table('2', 300, {
      state: 'reserved',
      booking: { reservationId: 'RES-2', name: 'Cleo', partySize: 2, startsAt: '2026-11-20T23:00:00.000Z' },
    }),
    table('3', 500, { state: 'seated', sitting: chen }),
    table('4', 700, { seats: 6 }),
  ],
};
const party = (name: string, startsAt: string, time: string, more: Partial<typeof tableForTwo> = {}) => ({
  ...tableForTwo,
  id: name,
  reservationId: `RES-${name}`,
  customerInfo: { ...tableForTwo.customerInfo, name },
  reservationDetails: { ...tableForTwo.reservationDetails, time },
  startsAt,
  ...more,
});
const day = {
  date: '2026-11-20',
  isToday: true,
  isClosed: false,
  timeZone: 'America/Halifax',
  asOf: NOW,
  seatsPerSlot: 40,
  slots: [],
  reservations: [
    party('Wes', '2026-11-20T22:15:00.000Z', '18:15'),
    party('Cleo', '2026-11-20T23:00:00.000Z', '19:00', { reservationId: 'RES-2', tableNumber: '2' }),
    party('Ivy', '2026-11-21T00:00:00.000Z', '20:00'),
  ],
};

function opened(more: Answers = {}, me = admin) {
  return openOffice(
    'floor',
    {
      getFloor: floor,
      getTabs: { tabs: [] },
      getReservationDay: { day },
      ...more,
    },
    { ...me, hasFloor: true },
  );
}
/** The device chooses the id of a party that it seats. */
const seatedAt = (fields: object) => ({ sittingId: expect.any(String), ...fields });
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const tableButton = (name: string) => screen.findByRole('button', { name: new RegExp(`^Table ${name}\\b`) });
test('shows who is late, due and next, and what goes on at each table', async () => {
  opened();
  const evening = await region('This evening');
  await expect(evening).toShow('27 min late');
  await expect(evening).toShow('2 guests, table 2');
  expect(evening.getByRole('button', { name: 'Seat Wes' })).toBeTruthy();
  expect(evening.getByRole('button', { name: 'Seat Cleo' })).toBeTruthy();
  expect(evening.queryByRole('button', { name: 'Seat Ivy' })).toBeNull();
  await expect(evening).toShow('3 seated of 16, 6 more booked');
  expect((await tableButton('1')).textContent).toContain('2 seats');
  expect((await tableButton('2')).textContent).toContain('7:00 p.m., Cleo');
  expect((await tableButton('3')).textContent).toBe('Table 3To order, 30 min3 guests');
});

test('a booking is seated at its table, another party at the smallest table that fits', async () => {
  const { press, sent } = opened({ seatParty: { sittingId: 's2' } });
  await press('Seat Cleo');
  await press('Seat 2 guests at table 2');
  await waitFor(() =>
    expect(sent('seatParty')).toEqual([seatedAt({ tableId: 't2', partySize: 2, reservationId: 'RES-2' })]),
  );
  await press(/^Walk-in/);
  await expect(screen).toShow('Seat 2 guests at table 1');
  await press('One more guest');
  await press('Seat 3 guests at table 4');
  expect(sent('seatParty')[1]).toEqual(seatedAt({ tableId: 't4', partySize: 3, name: '' }));
});

const waiting = {
  waitId: 'w1',
  state: 'waiting' as const,
  partySize: 3,
  name: 'Landry',
  phone: '',
  quotedMinutes: 20,
  joinedAt: '2026-11-20T22:31:00.000Z',
  answerBy: null,
  reservationId: null,
  tableNumber: null,
};
const waitlist = (...waits: object[]) => ({ waits, quotes: { told: 13, kept: 11 }, asOf: NOW }) as never;

test('a waiting party is called, seated or taken off the list', async () => {
  const { press, sent } = opened({
    getWaitlist: waitlist(waiting),
    callWaiting: { state: 'called', answerBy: null },
    answerCall: { state: 'left' },
    seatParty: { sittingId: 's2' },
  });
  await expect(screen).toShow('since 6:31 p.m., told about 20 min');
  await expect(screen).toShow('Times told in eight weeks were right for 11 of 13 parties.');
  await press('Call Landry');
  await press('Landry is gone');
  expect(sent('callWaiting')).toEqual([{ waitId: 'w1' }]);
  expect(sent('answerCall')).toEqual([{ waitId: 'w1', coming: false }]);
  await press('Seat Landry');
  await press('Seat 3 guests at table 4');
  expect(sent('seatParty')).toEqual([seatedAt({ tableId: 't4', partySize: 3, name: 'Landry', waitId: 'w1' })]);
});

const longWaitlist = (parties: number, sentTexts: number) => {
  const waits = Array.from({ length: parties }, (_, at) => ({ ...waiting, waitId: `w${at}` }));
  return { ...(waitlist(...waits) as object), texts: { sent: sentTexts, most: 200 } } as never;
};

test('the host reads how many texts went to new numbers', async () => {
  opened({ getWaitlist: longWaitlist(WAITLIST_LIMITS.ofGuests - 1, 199) });
  await expect(screen).toShow('Texts to unconfirmed numbers in the last hour: 199 of 200.');
  expect(document.body.textContent).not.toMatch(/The waitlist is full|get no text/);
});

test('the host reads that guests get no texts any more, and that they cannot join a full waitlist', async () => {
  opened({ getWaitlist: longWaitlist(WAITLIST_LIMITS.ofGuests, 200) });
  await expect(screen).toShow(/The waitlist is full: guests cannot join it themselves/);
  await expect(screen).toShow(/Guests who join now get no text: the limit of 200 in an hour is reached/);
});

test('a party that was called stands on the waitlist alone, and is seated at the table that is kept for it', async () => {
  const called = { ...waiting, state: 'called', answerBy: '2026-11-20T22:52:00.000Z' };
  const { press, sent } = opened({
    getWaitlist: waitlist({ ...called, name: 'Cleo', partySize: 2, reservationId: 'RES-2', tableNumber: '2' }),
    getReservationDay: {
      day: { ...day, reservations: day.reservations.map((each) => ({ ...each, source: 'walk-in' as const })) },
    },
    seatParty: { sittingId: 's2' },
  });
  await expect(screen).toShow('Table 2, called, answers until 6:52 p.m.');
  await press('Seat Cleo');
  await press('Seat 2 guests at table 2');
  expect(sent('seatParty')).toEqual([seatedAt({ tableId: 't2', partySize: 2, reservationId: 'RES-2' })]);
});

test('the host adds a party without a number, and is told what to say', async () => {
  const answer = { waitId: 'w2', quotedMinutes: 25, partiesAhead: 1, manageUrl: '' };
  const { press, sent } = opened({ joinWaitlist: answer });
  await press('Add to the waitlist');
  await typeIn(/^Name of the party/, 'Chen');
  await press('Add');
  await expect(screen).toShow('Chen waits. Tell them about 25 minutes.');
  expect(sent('joinWaitlist')).toEqual([{ locationId: 'truro', partySize: 2, name: 'Chen', phone: '' }]);
});

test('a pressed table can get a walk-in or a booking; a table that is reserved or too small says so', async () => {
  const { press, user, sent } = opened({ seatParty: { sittingId: 's2' } });
  await user.click(await tableButton('2'));
  await expect(screen).toShow('Seat 2 guests at table 2');
  fireEvent.change(screen.getByLabelText('Who?'), { target: { value: '' } });
  await expect(screen).toShow('At 7:00 p.m., Cleo is expected at table 2.');
  await user.click(await tableButton('1'));
  await press('One more guest');
  await expect(screen).toShow('Table 1 has only 2 seats for 3 guests. You can seat them there anyway.');
  fireEvent.change(screen.getByLabelText('Who?'), { target: { value: 'Wes' } });
  await press('Seat 2 guests at table 1');
  expect(sent('seatParty')).toEqual([seatedAt({ tableId: 't1', partySize: 2, reservationId: 'RES-Wes' })]);
});

test('a table that somebody else took meanwhile is reported in words, and nothing typed is lost', async () => {
  const words = 'Since 6:42 p.m., Khan sits at table 4. Choose another table.';
  const { press, user, sent, answer } = opened({ seatParty: refusal('table-taken', words) });
  await user.click(await tableButton('4'));
  await typeIn(/^Name of the party/, 'Chantal');
  await press('One more guest');
  await press('Seat 3 guests at table 4');
  await expect(screen).toShow(words);
  answer({ seatParty: { sittingId: 's2' } });
  await user.click(await tableButton('2'));
  await press('Seat 3 guests at table 2');
  await waitFor(() => expect(sent('seatParty')[1]).toEqual(seatedAt({ tableId: 't2', partySize: 3, name: 'Chantal' })));
});

test('a table that is pressed before the plan shows who sits there opens their bill as soon as it does', async () => {
  const { user, answer } = opened();
  await user.click(await tableButton('4'));
  await expect(screen).toShow('Seat a party');
  const khan = { ...chen, sittingId: 's4', name: 'Khan' };
  answer({
    getFloor: { ...floor, tables: [...floor.tables.slice(0, 3), table('4', 700, { state: 'seated', sitting: khan })] },
  });
  sendLiveEvent('floor.changed', { locationId: 'truro' });
  await expect(screen).toShow('Khan, 3 guests, since 6:12 p.m.');
  expect(await screen.findByRole('link', { name: 'Add dishes' })).toBeTruthy();
});

test('a party moves to a free table, and leaves', async () => {
  const { press, sent } = opened({ moveSitting: { sittingId: 's1' }, endSitting: { sittingId: 's1' } });
  await openTablePanel('t3');
  await expect(screen).toShow('Chen, 3 guests, since 6:12 p.m.');
  await press(/^Move/);
  expect(screen.getByRole('menuitem', { name: 'Table 1, only 2 seats' })).toBeTruthy();
  await press('Table 4, 6 seats', 'menuitem');
  await waitFor(() => expect(sent('moveSitting')).toEqual([{ sittingId: 's1', tableId: 't4' }]));
  await openTablePanel('t3');
  await press('Free the table');
  await press('They left');
  expect(sent('endSitting')).toEqual([{ sittingId: 's1' }]);
});

test('the answer to a move does not take the host away from the next party', async () => {
  const answered = Promise.withResolvers<{ sittingId: string }>();
  const { press } = opened({ moveSitting: () => answered.promise });
  await openTablePanel('t3');
  await press(/^Move/);
  await press('Table 4, 6 seats', 'menuitem');
  await press('Seat Cleo');
  await act(async () => answered.resolve({ sittingId: 's1' }));
  await expect(screen).toShow('Now at table 4');
  await expect(screen).toShow('Seat 2 guests at table 2');
});

test('a party that is on its way to the server is not said to wait for a connection', async () => {
  const { press, user } = opened({ seatParty: () => Promise.withResolvers<Response>().promise });
  await user.click(await tableButton('4'));
  await press('Seat 2 guests at table 4');
  await waitFor(async () => expect((await tableButton('4')).textContent).toContain('To order, 0 min2 guests'));
  await openTablePanel('t4');
  expect(screen.queryByText(/will be sent when you are connected/)).toBeNull();
});

test('the host seats the next party while the answer for the last one is awaited, and is told if it is refused', async () => {
  const answered = Promise.withResolvers<Response>();
  const { press, user, sent, answer } = opened({ seatParty: () => answered.promise });
  await user.click(await tableButton('1'));
  await typeIn(/^Name of the party/, 'Chantal');
  await press('Seat 2 guests at table 1');
  await user.click(await tableButton('4'));
  await press('One more guest');
  await act(async () => answered.resolve(refusal('table-taken')));
  await expect(screen).toShow('The party was not seated');
  answer({ seatParty: { sittingId: 's3' } });
  await press('Seat 3 guests at table 4');
  await waitFor(() => expect(sent('seatParty').at(-1)).toEqual(seatedAt({ tableId: 't4', partySize: 3, name: '' })));
});

test('without a connection a party is shown at its table; if somebody sits there, it waits at the door', async () => {
  const { press, user, fetch, answer, sent } = opened();
  await tableButton('4');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  act(() => void dispatchEvent(new Event('offline')));
  await user.click(await tableButton('4'));
  await typeIn(/^Name of the party/, 'Chantal');
  await press('Seat 2 guests at table 4');
  await waitFor(async () => expect((await tableButton('4')).textContent).toContain('To order, 0 min2 guests'));
  expect(device.changes.map(({ about }) => about)).toEqual(['Table 4: Chantal, 2 guests']);
  await expect(screen).toShow('This party will be sent when you are connected again.');

  const words = 'Since 6:40 p.m., Khan sits at table 4. Choose another table.';
  answer({ seatParty: refusal('table-taken', words) });
  vi.stubGlobal('fetch', fetch);
  await act(async () => void (await probeServer()));
  await expect(screen).toShow('Their table was taken. Choose another one.');
  expect((await tableButton('4')).textContent).toContain('6 seats');
  answer({ seatParty: { sittingId: 's2' } });
  await user.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1) as HTMLElement);
  await press('Seat Chantal');
  await press('Seat 2 guests at table 1');
  await waitFor(() =>
    expect(sent('seatParty').at(-1)).toEqual(seatedAt({ tableId: 't1', partySize: 2, name: 'Chantal' })),
  );
});

const roundOf = (sittingId: string) =>
  ({
    call: 'addRound',
    body: { sittingId, items: [] },
    kind: 'order',
    subjects: [`sitting ${sittingId}`],
  }) as unknown as QueuedChange;

test('rounds that wait for a party at the door follow it to the table that it gets', async () => {
  const { openQueue } = await import('../../shared/offline/open-queue.ts');
  const { press, user, fetch, answer, sent } = opened();
  await tableButton('4');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  act(() => void dispatchEvent(new Event('offline')));
  await user.click(await tableButton('4'));
  await press('Seat 2 guests at table 4');
  await waitFor(() => expect(device.changes).toHaveLength(1));
  const link = await screen.findByRole('link', { name: 'Add dishes' });
  const { sittingId = '' } = (device.changes[0]?.body ?? {}) as { sittingId?: string };
  expect(link.getAttribute('href')).toContain(`sittingId=${sittingId}`);
  for (const about of ['Onion Bhaji', 'Naan']) await openQueue().add(roundOf(sittingId), about);

  answer({ seatParty: refusal('table-taken'), addRound: refusal('not-found') });
  vi.stubGlobal('fetch', fetch);
  await act(async () => void (await probeServer()));
  await expect(screen).toShow('Their table was taken. Choose another one.');
  expect(sent('addRound')).toEqual([]);
  // As after the page was loaded again.
  device.changes = JSON.parse(JSON.stringify(device.changes)) as QueuedChange[];
  answer({ seatParty: { sittingId }, addRound: {} as never });
  await user.click((await screen.findAllByRole('button', { name: 'Close' })).at(-1) as HTMLElement);
  await press('Seat 2 guests');
  await press('Seat 2 guests at table 1');
  await waitFor(() => expect(sent('addRound').map((each) => each['sittingId'])).toEqual([sittingId, sittingId]));
  expect(sent('seatParty').map((each) => [each['sittingId'], each['tableId']])).toEqual([
    [sittingId, 't4'],
    [sittingId, 't1'],
  ]);
});

/** Joined tables with a party of seven, and two that may be joined. */
const lee = { ...chen, sittingId: 's6', name: 'Lee', partySize: 7, tableIds: ['t6', 't8'] };
const joinedFloor: Floor = {
  ...floor,
  tables: [
    table('6', 100, { state: 'seated', sitting: lee }),
    table('8', 300, { state: 'seated', sitting: lee }),
    table('10', 500, { seats: 5 }),
    table('11', 700, { seats: 5 }),
  ],
  joins: [
    ['6', '8'],
    ['10', '11'],
  ],
};

test('a party at joined tables is one party on the plan, in the counts and in its panel', async () => {
  const { user, press, sent } = opened({ getFloor: joinedFloor, endSitting: { sittingId: 's6' } });
  await expect(await region('This evening')).toShow('7 seated of 18, 6 more booked');
  const tiles = await screen.findAllByRole('button', { name: /^Table 6\+8/ });
  expect(tiles.map((tile) => tile.textContent)).toEqual(Array(2).fill('Table 6+8To order, 30 min7 guests'));
  await openTablePanel('t8');
  expect(screen.getByRole('heading', { name: 'Table 6+8' })).toBeTruthy();
  expect(tiles.map((tile) => tile.getAttribute('aria-pressed'))).toEqual(['true', 'true']);
  await press(/^Move/);
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Table 10, only 5 seats',
    'Table 11, only 5 seats',
    'Table 10+11, 10 seats',
  ]);
  await user.keyboard('{Escape}');
  await press('Free the table');
  await press('They left');
  expect(sent('endSitting')).toEqual([{ sittingId: 's6' }]);
});

test('a party moves to joined tables, and both show it at once', async () => {
  const answered = Promise.withResolvers<{ sittingId: string }>();
  const { press, sent } = opened({
    getFloor: joinedFloor,
    moveSitting: () => answered.promise,
  });
  await openTablePanel('t6');
  await press(/^Move/);
  await press('Table 10+11, 10 seats', 'menuitem');
  await waitFor(() =>
    expect(sent('moveSitting')).toEqual([{ sittingId: 's6', tableId: 't10', tableIds: ['t10', 't11'] }]),
  );
  expect(await screen.findAllByRole('button', { name: /^Table 10\+11 To order/ })).toHaveLength(2);
  await act(async () => answered.resolve({ sittingId: 's6' }));
});

test('a booking is proposed its joined tables, and both show it at once', async () => {
  const answered = Promise.withResolvers<{ sittingId: string }>();
  const big = party('Big', '2026-11-20T22:45:00.000Z', '18:45', {
    tableNumber: '10+11',
    reservationDetails: { ...tableForTwo.reservationDetails, partySize: 8, time: '18:45' },
  });
  const { press, sent } = opened({
    getFloor: joinedFloor,
    getReservationDay: { day: { ...day, reservations: [big] } },
    seatParty: () => answered.promise,
  });
  await press('Seat Big');
  await press('One more guest');
  await press('Seat 9 guests at table 10+11');
  const tables = { tableId: 't10', tableIds: ['t10', 't11'] };
  await waitFor(() =>
    expect(sent('seatParty')).toEqual([seatedAt({ ...tables, partySize: 9, reservationId: 'RES-Big' })]),
  );
  expect(await screen.findAllByRole('button', { name: /^Table 10\+11 To order/ })).toHaveLength(2);
  await act(async () => answered.resolve({ sittingId: 's6' }));
});

test('a walk-in of nine is proposed joined tables, one that is chosen instead stays chosen', async () => {
  const { press, sent } = opened({ getFloor: joinedFloor, seatParty: { sittingId: 's9' } });
  await press(/^Walk-in/);
  for (let guests = 2; guests < 9; guests += 1) await press('One more guest');
  await expect(screen).toShow('Seat 9 guests at table 10+11');
  fireEvent.change(screen.getByRole('combobox', { name: 'Table' }), { target: { value: '11' } });
  await expect(screen).toShow('Table 11 has only 5 seats for 9 guests. You can seat them there anyway.');
  fireEvent.change(screen.getByRole('combobox', { name: 'Table' }), { target: { value: '10+11' } });
  await press('Seat 9 guests at table 10+11');
  await waitFor(() => expect(sent('seatParty')).toMatchObject([{ tableIds: ['t10', 't11'], name: '' }]));
});

test('the bill of a late round stays in sight after its party has left', async () => {
  const late = { ...barTab, sittingId: 's9', tableName: '3', label: '' };
  opened({ getTabs: { tabs: [late] } });
  const tabs = within(await screen.findByRole('list', { name: 'Open tabs' }));
  expect(tabs.getByRole('button').textContent).toContain('Table 3');
});

test('the arrows lead from table to table', async () => {
  const { user } = opened();
  (await tableButton('1')).focus();
  await user.keyboard('{ArrowRight}{ArrowRight}{ArrowLeft}');
  expect(document.activeElement).toBe(await tableButton('2'));
});

test('an owner draws, names and moves a table by keyboard, and saves the plan', async () => {
  const { press, user, sent } = opened({ saveFloor: { version: 4 } });
  await press('Edit the plan');
  await press('Round table');
  const added = await tableButton('5');
  added.focus();
  await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}{ArrowLeft}{ArrowLeft}{ArrowLeft}');
  await typeIn('Name', '9');
  await press('Save the plan');
  await waitFor(() => expect(sent('saveFloor')).toHaveLength(1));
  const { version, tables } = sent('saveFloor')[0] as { version: number; tables: FloorTable[] };
  expect(version).toBe(3);
  expect(tables.at(-1)).toMatchObject({ name: '9', shape: 'circle', area: 'Room', seats: 4, x: 840, y: 120 });
});

test('a table is dragged in steps of the grid and stays on the plan', async () => {
  const { press, sent } = opened({ saveFloor: { version: 4 } });
  await press('Edit the plan');
  const dragged = await tableButton('1');
  dragged.setPointerCapture = () => undefined;
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 600, 450));
  fireEvent.pointerDown(dragged, { clientX: 10, clientY: 10, pointerId: 1 });
  fireEvent.pointerMove(dragged, { clientX: 24, clientY: 5000, pointerId: 1 });
  fireEvent.pointerUp(dragged, { pointerId: 1 });
  fireEvent.pointerMove(dragged, { clientX: 400, clientY: 10, pointerId: 1 });
  await press('Save the plan');
  await waitFor(() => expect(sent('saveFloor')).toHaveLength(1));
  expect((sent('saveFloor')[0] as { tables: FloorTable[] }).tables[0]).toMatchObject({ x: 120, y: 780 });
});

test('a party whose table is still taken is moved to one that fits', async () => {
  const wes = party('Wes', '2026-11-20T22:15:00.000Z', '18:15', { tableNumber: '3' });
  const { press, sent } = opened({
    getReservationDay: { day: { ...day, reservations: [wes] } },
    updateReservationStatus: { reservation: { ...wes, tableNumber: '1' } },
  });
  const evening = await region('This evening');
  await expect(evening).toShow('Others still sit at table 3.');
  await press('Move to table 1');
  await waitFor(() =>
    expect(sent('updateReservationStatus')).toEqual([
      { reservationId: 'Wes', status: 'confirmed', tableNumber: '1', version: 0 },
    ]),
  );
});

test('two tables of one name are refused before sending; a table is removed', async () => {
  const { press, user, sent } = opened({ saveFloor: { version: 4 } });
  await press('Edit the plan');
  await user.click(await tableButton('1'));
  await typeIn('Name', '4');
  await press('Save the plan');
  await expect(screen).toShow('There are two tables called 4. Rename one of them.');
  expect(sent('saveFloor')).toEqual([]);
  await press('Remove table 4');
  await press('Save the plan');
  await waitFor(() => expect(sent('saveFloor')).toHaveLength(1));
  expect((sent('saveFloor')[0] as { tables: FloorTable[] }).tables.map(({ name }) => name)).toEqual(['2', '3', '4']);
});

test('removing a booked table asks, and then says where its bookings are now', async () => {
  const booking = { reservationId: 'RES-2', name: 'Cleo', partySize: 2, startsAt: '2026-11-20T23:00:00.000Z' };
  const other = { ...booking, reservationId: 'RES-3', name: 'Ryan' };
  const words = '2 bookings are at tables that you remove.';
  const bookings = [booking, other].map((each) => ({ ...each, tableNumber: '2' }));
  const { press, user, sent, answer } = opened({ saveFloor: refusal('table-booked', words, { bookings }) });
  await press('Edit the plan');
  await user.click(await tableButton('2'));
  await press('Remove table 2');
  await press('Save the plan');
  await expect(screen).toShow(words);
  await expect(screen).toShow(/7:00 p\.m\.: Cleo, 2 guests, table 2$/);
  expect(sent('saveFloor').map((body) => body['moveBookings'])).toEqual([undefined]);
  const moved = [
    { ...booking, tableNumber: '4' },
    { ...other, tableNumber: null },
  ];
  answer({ saveFloor: { version: 4, bookings: moved } });
  await press('Move the bookings and save');
  await expect(screen).toShow('Cleo: now at table 4. Ryan: no table is free.');
  expect(sent('saveFloor').map((body) => body['moveBookings'])).toEqual([undefined, true]);
});

test('a plan that somebody saved meanwhile can be looked at or replaced', async () => {
  const theirs = { ...floor, version: 7, tables: [table('21', 100)] };
  const conflict = refusal('conflict', 'Meera saved this plan at 6:40 p.m.', { floor: theirs });
  const { press, sent, answer } = opened({ saveFloor: conflict });
  await press('Edit the plan');
  await press('Save the plan');
  await expect(screen).toShow('Meera saved this plan at 6:40 p.m.');
  await press('Save mine');
  await waitFor(() => expect(sent('saveFloor').map(({ version }) => version)).toEqual([3, 7]));
  answer({ saveFloor: { version: 8 } });
  await press('Show theirs');
  expect(await tableButton('21')).toBeTruthy();
  await press('Save the plan');
  await waitFor(() => expect(sent('saveFloor').at(-1)).toMatchObject({ version: 7, tables: [{ name: '21' }] }));
});

test('an area is added and renamed with its tables', async () => {
  const { press, user, sent } = opened({ saveFloor: { version: 4 } });
  await press('Edit the plan');
  await typeIn('Name of the area', 'Dining room');
  await press('Area');
  await typeIn('Name of the area', 'Bar');
  await press('Table');
  await user.click(await screen.findByRole('radio', { name: 'Dining room' }));
  await press('Save the plan');
  await waitFor(() => expect(sent('saveFloor')).toHaveLength(1));
  const body = sent('saveFloor')[0] as unknown as Floor;
  expect(body.areas.map(({ name }) => name)).toEqual(['Dining room', 'Bar']);
  expect(body.tables.map(({ area }) => area)).toEqual([...Array<string>(4).fill('Dining room'), 'Bar']);
});

const empty = { version: 0, areas: [], tables: [] };

test('without a plan a manager draws one, and staff read who can', async () => {
  const { press } = opened({ getFloor: empty });
  await press('Draw the plan');
  expect(await screen.findByRole('heading', { name: 'Edit the plan' })).toBeTruthy();
});

test('staff without a plan cannot draw one', async () => {
  opened({ getFloor: empty }, staff);
  await expect(screen).toShow('A manager can draw it on a tablet or a computer.');
  expect(screen.queryByRole('button', { name: 'Draw the plan' })).toBeNull();
});

test('on a phone, who wants something comes first, then the rest, then the free tables', async () => {
  const listen = () => undefined;
  const media = { addEventListener: listen, removeEventListener: listen, addListener: listen, removeListener: listen };
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ ...media, matches: query === '(max-width: 767px)' }) as never,
  );
  const [round, ...rounds] = tabOfFive.rounds;
  const atBar: Tab = {
    ...barTab,
    rounds: [{ ...tabOfFive.rounds[0], status: 'preparing' } as Tab['rounds'][number]],
  };
  const ready: Tab = { ...tabOfFive, rounds: [{ ...round, status: 'ready' } as Tab['rounds'][number], ...rounds] };
  const codes = { code: 'K7MQ', longCode: 'K7MQ2XPB' };
  const state = { due: 22.8, state: 'on-the-pass', since: '2026-11-20T22:40:00.000Z', ...codes } as const;
  const tables = floor.tables.map((each) => (each.sitting ? { ...each, sitting: { ...chen, ...state } } : each));
  const { user } = opened({
    getFloor: { ...floor, tables },
    getTabs: { tabs: [atBar, ready] },
    getTab: { tab: ready, bill: billOfFive, orders: [firstRound] },
  });
  await expect(screen).toShow('Food is on the pass');
  await expect(screen).toShow('Bar, Ewan');
  const list = screen.getAllByRole('button', { name: /^Table|Ewan/ }).map(({ textContent }) => textContent);
  expect(list).toEqual([
    'Table 3Food is on the pass3 guests, here 30 min, code K7MQ$22.802 min',
    'In the kitchenBar, Ewan$22.8042 min',
    'Table 2Booked by Cleo7:00 p.m., 2 guests',
    'Table 12 seats',
    'Table 46 seats',
  ]);
  await user.click(await tableButton('3'));
  expect(within(await screen.findByRole('dialog', { name: 'Table' })).getByText('Free the table')).toBeTruthy();
});

test('the counts are those of the tables in sight', async () => {
  const areas = [...floor.areas, { areaId: 'bar', name: 'Bar' }];
  const bar = table('B1', 100, { area: 'Bar' });
  const { user } = opened({ getFloor: { ...floor, areas, tables: [...floor.tables, bar] } });
  await expect(screen).toShow('2 free');
  await user.click(await screen.findByRole('radio', { name: 'Bar' }));
  await expect(screen).toShow('1 free');
  await expect(screen).toShow('0 seated');
});

test('the plan of an earlier visit says that it is being refreshed', async () => {
  const { answer } = opened();
  await tableButton('3');
  const goTo = (hash: string) => act(() => void (location.hash = hash));
  goTo('reservations');
  await waitFor(() => expect(screen.queryByRole('button', { name: /^Table 3/ })).toBeNull());
  const server = Promise.withResolvers<Floor>();
  answer({ getFloor: () => server.promise });
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 3_600_000);
  goTo('floor');
  await tableButton('3');
  await expect(screen).toShow('Refreshing…');
  server.resolve(floor);
  await waitFor(() => expect(screen.queryByText('Refreshing…')).toBeNull());
});

test('bookings that cannot be loaded do not hide the plan', async () => {
  opened({ getReservationDay: refusal('hours-not-configured') });
  expect(await tableButton('1')).toBeTruthy();
  await expect(screen).toShow('The bookings could not be loaded.');
});

test('the timeline shows who sits until when, and seats a booking that is pressed', async () => {
  const { press, sent, user } = opened({
    getReservationDay: { day: { ...day, countsStays: true } },
    seatParty: { sittingId: 's2' },
  });
  await user.click(await screen.findByRole('radio', { name: 'Timeline' }));
  await expect(screen).toShow('until 7:57 p.m.');
  await press(/^Cleo, 2/);
  await press('Seat 2 guests at table 2');
  expect(sent('seatParty')).toEqual([seatedAt({ tableId: 't2', partySize: 2, reservationId: 'RES-2' })]);
});

test('a party over its time leaves, and one that did not come is marked, with one press', async () => {
  const sitting = { ...chen, seatedAt: '2026-11-20T20:50:00.000Z' };
  const { press, sent } = opened({
    getFloor: { ...floor, tables: [table('3', 500, { state: 'seated', sitting })] },
    getReservationDay: { day: { ...day, countsStays: true } },
    endSitting: { sittingId: 's1' },
    updateReservationStatus: { reservation: tableForTwo },
  });
  await expect(screen).toShow('3 guests, 7 min over');
  await press('Chen left');
  expect(sent('endSitting')).toEqual([{ sittingId: 's1' }]);
  await press('Wes: no-show');
  expect(sent('updateReservationStatus')).toEqual([{ reservationId: 'Wes', status: 'no-show' }]);
});
