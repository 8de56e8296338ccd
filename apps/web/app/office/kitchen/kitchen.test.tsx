import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { dalForOne, ordersOf } from '../../testing/samples.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { openOffice, sendLiveEvent } from '../../testing/show.tsx';
import { heldMains } from '../../testing/tabs.ts';

/** The test DOM has no layout: a screen of these pixels, and each part of a ticket of `heights`. */
function layOut(screenSize: { width: number; height: number }, heights: { head: number; line: number; foot: number }) {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(screenSize.width);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(screenSize.height);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(function height(this: HTMLElement) {
    return heights[this.dataset['block'] as keyof typeof heights] ?? 0;
  });
}

const [sample] = dalForOne.items;
const dishLine = (number: number, name: string, fields: object = {}) => ({
  ...sample!,
  line: number,
  id: name.toLowerCase(),
  name,
  ...fields,
});

/** An order in preparation. */
function cooking(code: string, fields: object = {}) {
  const id = `TRU-20261120-${code}`;
  const now = new Date().toISOString();
  return { ...dalForOne, id, orderId: id, status: 'preparing' as const, orderTime: now, prepStartTime: now, ...fields };
}

type Order = ReturnType<typeof cooking>;

function openKitchen(orders: readonly Order[], answers: Answers = {}) {
  return openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : orders),
    ...answers,
  });
}

async function kitchenOf(office: ReturnType<typeof openOffice>) {
  await office.press('Kitchen');
  return within(await screen.findByRole('region', { name: 'Kitchen' }));
}

async function pickGrill({ user }: ReturnType<typeof openOffice>) {
  await user.selectOptions(await screen.findByLabelText('Station'), 'Grill 1');
}

const station = (stationId: string, name: string, itemIds: string[], fields: object = {}) => ({
  stationId,
  locationId: 'truro',
  name,
  kind: 'cook' as const,
  isDefault: false,
  fallbackId: null,
  categories: [],
  itemIds,
  options: [],
  seenAt: new Date().toISOString(),
  isOnline: true,
  openDishes: 0,
  version: 1,
  ...fields,
});
const grill = station('grill', 'Grill', ['naan']);
const bar = station('bar', 'Bar', ['lassi']);
const naanAndLassi = [dishLine(1, 'Naan'), dishLine(2, 'Lassi')];

test('at 1920×1080, four columns of large text: dishes of 32 px, what else matters of 24 px; the switch keeps the density of before', async () => {
  layOut({ width: 1920, height: 900 }, { head: 110, line: 80, foot: 72 });
  const orders = Array.from({ length: 40 }, (_, at) => cooking(`AAA${at < 10 ? '0' : ''}${at}`));
  const office = openKitchen(orders);
  const kitchen = await kitchenOf(office);
  await waitFor(() => expect(kitchen.getAllByRole('article')).toHaveLength(12));
  const area = kitchen.getAllByRole('article')[0]?.closest<HTMLElement>('[style*=font-size]');
  // The style sheet has 1.15em for a dish, and 0.86em for its heat, options and station.
  expect(1.15 * Number.parseFloat(area?.style.fontSize ?? '')).toBeGreaterThanOrEqual(32);
  expect(0.86 * Number.parseFloat(area?.style.fontSize ?? '')).toBeGreaterThanOrEqual(24);
  await office.press('Large text');
  expect(area?.style.fontSize).toBe('20px');
  expect(localStorage.getItem('tiffin_kitchen_text')).toBe('medium');
});

/** The density for close reading, which this device chose. */
const closeReading = () => localStorage.setItem('tiffin_kitchen_text', 'medium');

test('at 1280×800 with an information bar, eight short tickets for close reading are on the first page', async () => {
  closeReading();
  // The heights were measured in a browser with medium text.
  layOut({ width: 1280, height: 592 }, { head: 84, line: 60, foot: 72 });
  const orders = Array.from({ length: 12 }, (_, at) => cooking(`AAA${at < 10 ? '0' : ''}${at}`));
  const kitchen = await kitchenOf(openKitchen(orders));
  await waitFor(() => expect(kitchen.getAllByRole('article')).toHaveLength(8));
  expect(kitchen.getByText('1 of 2')).toBeTruthy();
});

test('counts the tickets that do not fit on the kitchen screen and shows them on the next page', async () => {
  closeReading();
  layOut({ width: 800, height: 400 }, { head: 80, line: 100, foot: 100 });
  const office = openKitchen(['AAAAA', 'BBBBB', 'CCCCC'].map((code) => cooking(code)));
  const kitchen = await kitchenOf(office);
  const pages = within(await kitchen.findByRole('group', { name: 'Pages' }));
  expect(pages.getByText('1 of 2')).toBeTruthy();
  await office.press('1 more order after these');
  expect(await pages.findByText('2 of 2')).toBeTruthy();
  await office.press('2 orders before these');
  expect(await pages.findByText('1 of 2')).toBeTruthy();
});

test('a long ticket continues in the next column: both heads say so, and only the last has the button', async () => {
  closeReading();
  layOut({ width: 800, height: 600 }, { head: 80, line: 100, foot: 100 });
  const items = Array.from({ length: 8 }, (_, at) => dishLine(at + 1, `Dish ${at + 1}`));
  const kitchen = await kitchenOf(openKitchen([cooking('AAAAA', { items })]));
  await waitFor(() => expect(kitchen.getAllByRole('article')).toHaveLength(2));
  const [first, second] = kitchen.getAllByRole('article').map((article) => within(article));
  expect(first?.getByText('1 of 2')).toBeTruthy();
  expect(second?.getByText('2 of 2')).toBeTruthy();
  expect(first?.getAllByRole('listitem')).toHaveLength(5);
  expect(first?.queryByRole('button', { name: 'Mark as Ready' })).toBeNull();
  expect(second?.getByRole('button', { name: 'Mark as Ready' })).toBeTruthy();
});

test('a station shows only its dishes and what the rest waits for, and finishes its part with one press or key', async () => {
  const order = cooking('AAAAA', { items: naanAndLassi });
  const items = [dishLine(1, 'Naan', { doneAt: new Date().toISOString() }), dishLine(2, 'Lassi')];
  const office = openKitchen([order], {
    getStations: { stations: [grill, bar] },
    bumpLines: { orderId: order.id, order: { ...order, items, version: 2 } },
  });
  const kitchen = await kitchenOf(office);
  await pickGrill(office);
  await waitFor(() => expect(kitchen.queryByText('Lassi')).toBeNull());
  expect(kitchen.getByText('Bar makes 1')).toBeTruthy();
  await office.user.keyboard('1');
  // The ticket keeps its place for a moment.
  expect(await kitchen.findByText('AAAAA done')).toBeTruthy();
  expect(kitchen.queryByRole('button', { name: 'Done' })).toBeNull();
  expect(office.sent('bumpLines')).toMatchObject([{ orderId: order.id, lines: [1], done: true }]);
  // The screen reports which station it shows.
  expect(office.sent('getStations').at(-1)).toEqual({ locationId: 'truro', screenOf: 'grill' });
});

test('a bump that is refused puts the dishes back and says why', async () => {
  const order = cooking('AAAAA', { items: naanAndLassi });
  const office = openKitchen([order], {
    getStations: { stations: [grill, bar] },
    bumpLines: refusal('permission-denied', 'You do not work here any more.'),
  });
  const kitchen = await kitchenOf(office);
  await pickGrill(office);
  await office.press('Done');
  await expect(screen).toShow('You do not work here any more.');
  expect(await kitchen.findByRole('button', { name: 'Done' })).toBeTruthy();
});

test('the dishes of a station whose screen is offline appear at its fallback with the name of the station', async () => {
  const offline = { ...bar, fallbackId: 'grill', seenAt: '2020-01-01T00:00:00.000Z', isOnline: false };
  const office = openKitchen([cooking('AAAAA', { items: naanAndLassi })], {
    getStations: { stations: [grill, offline] },
  });
  const kitchen = await kitchenOf(office);
  await expect(kitchen).toShow(/No screen shows Bar\. Those dishes are at Grill/);
  await pickGrill(office);
  expect((await kitchen.findByRole('button', { name: /Lassi/ })).textContent).toContain('Bar');
  expect(kitchen.getByRole('button', { name: /Naan/ }).textContent).not.toContain('Grill');
  expect(kitchen.queryByText(/screen offline/)).toBeNull();
});

test('without a connection the screen of a station says what still works and who else shows its dishes', async () => {
  const office = openKitchen([cooking('AAAAA', { items: naanAndLassi })], {
    getStations: { stations: [{ ...grill, fallbackId: 'bar' }, bar] },
  });
  const kitchen = await kitchenOf(office);
  await pickGrill(office);
  act(() => void dispatchEvent(new Event('offline')));
  await expect(kitchen).toShow(/^What you finish is saved here and sent later\..*these dishes are shown at Bar too\.$/);
  expect(kitchen.getByText(/^No connection/)).toBeTruthy();
});

test('a station that cannot be loaded leaves the screen with all dishes', async () => {
  const office = openKitchen([cooking('AAAAA', { items: naanAndLassi })], {
    getStations: refusal('permission-denied'),
  });
  const kitchen = await kitchenOf(office);
  expect(await kitchen.findByText('Lassi')).toBeTruthy();
  expect(kitchen.getByRole('combobox', { name: 'Show only' })).toBeTruthy();
});

test('a dish with an allergy keeps the station’s ticket open until it is confirmed, also by key; other stations confirm theirs', async () => {
  const allergyCheck = { allergies: [{ code: 'milk' as const }], contains: [], by: null, at: null };
  const order = cooking('AAAAA', {
    items: [dishLine(1, 'Naan', { allergyCheck }), dishLine(2, 'Lassi', { allergyCheck })],
    allergies: [{ code: 'milk' }],
    awaitsAllergyCheck: true,
  });
  const office = openKitchen([order], { getStations: { stations: [grill, bar] } });
  const kitchen = await kitchenOf(office);
  await pickGrill(office);
  await waitFor(() => expect(kitchen.queryByText('Lassi')).toBeNull());
  expect(kitchen.queryByRole('button', { name: 'Done' })).toBeNull();
  await office.user.keyboard('1');
  const dialog = within(await screen.findByRole('dialog', { name: /AAAAA/ }));
  expect(dialog.getAllByRole('checkbox')).toHaveLength(1);
  expect(dialog.getByRole('checkbox', { name: /^Naan/ })).toBeTruthy();
  expect(office.sent('bumpLines')).toEqual([]);
  expect(office.sent('confirmAllergies')).toEqual([]);
});

test('a change appears once, until somebody has seen it, also after a reload', async () => {
  const at = new Date(Date.now() + 60_000).toISOString();
  const changes = [
    { at, by: 'Drew', facts: [], was: 10, now: 12, lines: [{ line: 2, name: 'Lassi', by: 1, spice: '' }] },
    { at, by: 'Drew', facts: [], was: 10, now: 12, lines: [{ line: 9, name: 'Raita', by: -2, spice: '' }] },
  ];
  const orders = [cooking('AAAAA', { items: naanAndLassi, changes })];
  const office = openKitchen(orders);
  const kitchen = await kitchenOf(office);
  await expect(kitchen).toShow('1 Lassi');
  expect(kitchen.getByText(/^Added/)).toBeTruthy();
  expect(kitchen.getByText(/^Void/).closest('li')?.textContent).toContain('2 Raita');
  await office.press('Seen');
  expect(kitchen.queryByText(/^Void/)).toBeNull();
  cleanup();
  // The address of the kitchen stays.
  openOffice('kitchen', { getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : orders) });
  const again = within(await screen.findByRole('region', { name: 'Kitchen' }));
  expect(await again.findByText('Lassi')).toBeTruthy();
  expect(again.queryByText(/^Void/)).toBeNull();
});

test('recalls a ready order without a time limit; those that were handed over are one line', async () => {
  const readyTime = new Date(Date.now() - 3_600_000).toISOString();
  const tableInfo = { tableNumber: '10+11', partySize: 9 };
  const ready = { ...cooking('AAAAA'), status: 'ready' as const, readyTime, orderType: 'dine-in' as const, tableInfo };
  const done = { ...cooking('BBBBB'), status: 'completed' as const, readyTime, completedTime: readyTime };
  const office = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [done] : [ready]),
    recallTicket: { orderId: ready.id, order: { ...cooking('AAAAA'), version: 9 } },
  });
  await kitchenOf(office);
  await office.press('Recall');
  const dialog = within(await screen.findByRole('dialog', { name: 'Recall a finished order' }));
  await expect(dialog).toShow('1 more was handed over, so the kitchen cannot recall it.');
  expect(dialog.getAllByRole('listitem')).toHaveLength(1);
  expect(dialog.getByText('Table 10+11')).toBeTruthy();
  await office.press('Back to the kitchen');
  await expect(screen).toShow('AAAAA is back in the kitchen');
  expect(office.sent('recallTicket')).toEqual([{ orderId: ready.id, lines: null }]);
});

test('recalls only the station’s own dishes, although it shows those of an offline screen too', async () => {
  const ready = { ...cooking('AAAAA', { items: naanAndLassi }), status: 'ready' as const };
  const stations = [grill, { ...bar, isOnline: false, fallbackId: 'grill' }];
  const office = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [ready]),
    getStations: { stations },
    recallTicket: { orderId: ready.id, order: { ...cooking('AAAAA'), version: 9 } },
  });
  await kitchenOf(office);
  await office.user.selectOptions(await screen.findByLabelText('Station'), 'grill');
  await office.press('Recall');
  await office.press('Back to the kitchen');
  await waitFor(() => expect(office.sent('recallTicket')).toEqual([{ orderId: ready.id, lines: [1] }]));
});

test('all day counts the dishes of the screen by option', async () => {
  const option = { group: 'kind', groupName: 'Kind', id: 'garlic', name: 'Garlic', units: 1, unitPrice: 0 };
  const items = [dishLine(1, 'Naan', { quantity: 2 }), dishLine(2, 'Naan', { quantity: 3, options: [option] })];
  const office = openKitchen([cooking('AAAAA', { items })]);
  await kitchenOf(office);
  await office.press('All day');
  const dialog = await screen.findByRole('dialog', { name: 'All day' });
  expect(dialog.textContent).toContain('5 Naan');
  expect(dialog.textContent).toContain('3 + Garlic');
});

/** What a bump bar sends while its key is held down. */
const holdKey = (key: string) => {
  for (let at = 0; at < 9; at++)
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, repeat: at > 0 }));
};

test('a key that is held, pressed twice or tapped twice finishes one ticket, and nothing moves until it leaves', async () => {
  const orders = ['AAAAA', 'BBBBB', 'CCCCC'].map((code) => cooking(code, { items: naanAndLassi }));
  const office = openKitchen(orders, {
    getStations: { stations: [grill, bar] },
    bumpLines: ({ orderId }) => ({
      orderId: String(orderId),
      order: { ...orders.find(({ id }) => id === orderId)!, items: naanDone },
    }),
  });
  const kitchen = await kitchenOf(office);
  await office.user.selectOptions(await screen.findByLabelText('Station'), 'Grill 3');
  await waitFor(() => expect(kitchen.queryByText('Lassi')).toBeNull());
  act(() => holdKey('1'));
  expect(await kitchen.findByText('AAAAA done')).toBeTruthy();
  act(() => holdKey('1'));
  await office.user.dblClick(kitchen.getAllByRole('button', { name: 'Done' })[0]!);
  expect(await kitchen.findByText('BBBBB done')).toBeTruthy();
  expect(office.sent('bumpLines').map(({ orderId }) => orderId)).toEqual([orders[0]!.id, orders[1]!.id]);
  // The third ticket has the key of the third place.
  expect(kitchen.getByRole('button', { name: 'Done' }).getAttribute('aria-keyshortcuts')).toBe('3');
});
const naanDone = [dishLine(1, 'Naan', { doneAt: new Date().toISOString() }), dishLine(2, 'Lassi')];

test('a finished ticket and a single dish are undone at the station; a second tap on the place does not undo', async () => {
  const order = cooking('AAAAA', { items: naanAndLassi });
  const office = openKitchen([order], {
    getStations: { stations: [grill, bar] },
    bumpLines: { orderId: order.id, order: { ...order, items: naanDone, version: 2 } },
    recallTicket: { orderId: order.id, order: { ...order, version: 3 } },
  });
  const kitchen = await kitchenOf(office);
  await pickGrill(office);
  await waitFor(() => expect(kitchen.queryByText('Lassi')).toBeNull());
  await office.press('Done');
  const undo = await kitchen.findByRole('button', { name: 'Undo' });
  await office.user.click(undo);
  expect(office.sent('recallTicket')).toEqual([]);
  await waitFor(() => expect(undo.getAttribute('aria-disabled')).toBeNull(), { timeout: 3_000 });
  await office.user.click(undo);
  await waitFor(() => expect(office.sent('recallTicket')).toEqual([{ orderId: order.id, lines: [1] }]));
  expect(await kitchen.findByRole('button', { name: 'Done' })).toBeTruthy();
  await office.user.click(kitchen.getByRole('button', { name: /^1 Naan/ }));
  await office.press('Undo AAAAA');
  await waitFor(() => expect(office.sent('recallTicket')).toHaveLength(2));
});

test('an accepted order of a guest is on the kitchen’s screens at once; at a station the first dish, at the pass “Start Preparing” starts it', async () => {
  const order = {
    ...cooking('AAAAA', { items: naanAndLassi }),
    prepStartTime: null,
    acceptedAt: new Date().toISOString(),
  };
  const pending = { ...order, status: 'pending' as const };
  const waiting = { ...pending, id: 'TRU-20261120-BBBBB', orderId: 'TRU-20261120-BBBBB', acceptedAt: null };
  const office = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [pending, waiting]),
    getStations: { stations: [grill, bar] },
    bumpLines: { orderId: order.id, order: { ...order, items: naanDone, version: 2 } },
    updateOrderStatus: { orderId: order.id, newStatus: 'preparing', order: { ...order, version: 2 } } as never,
  });
  await office.press('Snooze for a minute');
  const kitchen = await kitchenOf(office);
  expect(await kitchen.findByText('New')).toBeTruthy();
  // What nobody has accepted yet rings on the board, and is not cooked.
  expect(kitchen.queryByText('BBBBB')).toBeNull();
  expect(kitchen.queryByText(/pending/)).toBeNull();
  expect(kitchen.getByRole('button', { name: 'Start Preparing' })).toBeTruthy();
  await pickGrill(office);
  await office.press('Done');
  expect(await kitchen.findByText('AAAAA done')).toBeTruthy();
  expect(office.sent('updateOrderStatus')).toEqual([]);
  expect(office.sent('bumpLines')).toMatchObject([{ lines: [1], done: true }]);
});

test('an order taken at the till leaves the pass with one press, and Undo brings it back', async () => {
  const order = {
    ...cooking('AAAAA', { items: naanAndLassi, metadata: { orderToken: 't', adminCreated: true } }),
    prepStartTime: null,
    acceptedAt: new Date().toISOString(),
    status: 'pending' as const,
  };
  const doneAt = new Date().toISOString();
  const ready = { ...order, status: 'ready' as const, readyTime: doneAt, version: 2 };
  const office = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [order]),
    bumpLines: { orderId: order.id, order: { ...ready, items: naanAndLassi.map((item) => ({ ...item, doneAt })) } },
    recallTicket: { orderId: order.id, order: { ...order, status: 'preparing' as const, version: 3 } },
  });
  const kitchen = await kitchenOf(office);
  await office.press('Mark as Ready');
  expect(await kitchen.findByText('AAAAA done')).toBeTruthy();
  expect(office.sent('bumpLines')).toMatchObject([{ orderId: order.id, lines: [1, 2], done: true }]);
  expect(office.sent('updateOrderStatus')).toEqual([]);
  await office.press('Undo AAAAA');
  expect(await kitchen.findByText('Lassi')).toBeTruthy();
  expect(office.sent('recallTicket')).toEqual([{ orderId: order.id, lines: [1, 2] }]);
});

test('a refused press on an order of the till brings its ticket back and says why', async () => {
  const order = {
    ...cooking('AAAAA', { items: naanAndLassi, metadata: { orderToken: 't', adminCreated: true } }),
    acceptedAt: new Date().toISOString(),
    status: 'pending' as const,
  };
  const office = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [order]),
    bumpLines: refusal('permission-denied', 'You do not work here any more.'),
  });
  const kitchen = await kitchenOf(office);
  await office.press('Mark as Ready');
  await expect(screen).toShow('You do not work here any more.');
  expect(await kitchen.findByRole('button', { name: 'Mark as Ready' })).toBeTruthy();
});

test.each(['large', 'medium'])(
  'in %s text a ticket begins with its table or its tab, however new or late it is',
  async (size) => {
    localStorage.setItem('tiffin_kitchen_text', size);
    const fresh = { status: 'pending' as const, acceptedAt: new Date().toISOString(), orderType: 'dine-in' as const };
    const at = (code: string, tableNumber: string, label: string, fields: object = {}) =>
      cooking(code, {
        ...fresh,
        tableInfo: { tableNumber, partySize: 2 },
        tab: { label, tableName: tableNumber, sittingId: null },
        ...fields,
      });
    const kitchen = await kitchenOf(
      openKitchen([at('AAAAA', 'Terrace 12', ''), at('BBBBB', '', 'Bob Bar'), at('CCCCC', '', '', { tab: undefined })]),
    );
    await waitFor(() => expect(kitchen.getAllByRole('article')).toHaveLength(3));
    const heads = kitchen.getAllByRole('article').map((ticket) => {
      const line = ticket.querySelector('header > :last-child');
      return [line?.firstElementChild?.textContent.trim(), ticket.textContent.includes('New')];
    });
    expect(heads).toEqual([
      ['Table Terrace 12', true],
      ['Bob Bar', true],
      ['Dine-in, seat them', true],
    ]);
  },
);

test('the dishes of a ticket are under their seats, those of the table last; a ticket that goes on repeats the seat', async () => {
  closeReading();
  layOut({ width: 800, height: 600 }, { head: 80, line: 100, foot: 100 });
  const shared = dishLine(1, 'Rice');
  const ofSeats = [2, 1, 2, 2, 2, 2].map((seat, at) => dishLine(at + 2, `Dish ${at + 2}`, { seat }));
  const kitchen = await kitchenOf(openKitchen([cooking('AAAAA', { items: [shared, ...ofSeats] })]));
  await waitFor(() => expect(kitchen.getAllByRole('article')).toHaveLength(2));
  const parts = kitchen.getAllByRole('article').map((part) =>
    within(part)
      .getAllByRole('listitem')
      .map((line) => [
        line.querySelector('[data-block=seat]')?.textContent,
        line.querySelector('button span span')?.textContent,
      ]),
  );
  expect(parts).toEqual([
    [
      ['Seat 1', 'Dish 3'],
      ['Seat 2', 'Dish 2'],
      [undefined, 'Dish 4'],
      [undefined, 'Dish 5'],
      [undefined, 'Dish 6'],
    ],
    [
      ['Seat 2', 'Dish 7'],
      ['Table', 'Rice'],
    ],
  ]);
});

test('a change on another page is written on the button that leads there', async () => {
  closeReading();
  layOut({ width: 800, height: 400 }, { head: 80, line: 100, foot: 100 });
  const at = new Date(Date.now() + 60_000).toISOString();
  const changes = [
    { at, by: 'Drew', facts: [], was: 10, now: 12, lines: [{ line: 1, name: 'Dal', by: 1, spice: '' }] },
  ];
  const orders = ['AAAAA', 'BBBBB', 'CCCCC'].map((code) => cooking(code, code === 'CCCCC' ? { changes } : {}));
  const kitchen = await kitchenOf(openKitchen(orders));
  const pages = within(await kitchen.findByRole('group', { name: 'Pages' }));
  expect((await pages.findByRole('button', { name: '1 more order after these' })).textContent).toContain('1 changed');
});

test('a refunded dish is struck through in the kitchen and cannot be ticked; the rest completes the order', async () => {
  const [dal] = dalForOne.items;
  const items = ['Naan', 'Dal', 'Raita'].map((name, at) => ({ ...dal, line: at + 1, name, quantity: 2 }));
  const order = { ...dalForOne, status: 'preparing' as const, orderTime: new Date().toISOString() };
  const refunded = [2, 1, undefined];
  const { press, sent, user } = openOffice('orders', {
    getLocationOrders: ({ status }) =>
      ordersOf(
        status === 'completed'
          ? []
          : [{ ...order, items: items.map((item, at) => ({ ...item, refundedQuantity: refunded[at] })) as never }],
      ),
  });
  await screen.findByRole('article', { name: /^AAAAA/ });
  await press('Kitchen');
  const kitchen = within(await screen.findByRole('region', { name: 'Kitchen' }));
  const naan = await kitchen.findByRole('button', { name: /Naan.*refunded, not to be cooked$/ });
  expect(naan.className).toContain('struck');
  await user.click(naan);
  expect(sent('strikeOrderItem')).toEqual([]);
  expect(kitchen.getByRole('button', { name: /^1 Dal.*: done$/ }).textContent).toContain('1 of 2 refunded');
  // Three dishes are left to make.
  expect(kitchen.getByRole('option', { name: 'All 3' })).toBeTruthy();
});

test('a cook sees how a dish differs from the standard, and the allergy is emphasised', async () => {
  const [dal] = dalForOne.items;
  const option = { group: 'with', groupName: 'With', units: 1, unitPrice: 0 };
  const items = [
    {
      ...dal!,
      options: [
        { ...option, id: 'paneer', name: 'Extra paneer', kitchenName: 'PANEER', units: 2 },
        { ...option, id: 'onion', name: 'Onion', units: 0, isDefault: true, isRemoval: true },
        { ...option, id: 'rice', name: 'Rice', isDefault: true },
      ],
      note: 'no peanuts',
    },
  ];
  const order = { ...dalForOne, items, status: 'preparing' as const, orderTime: new Date().toISOString() };
  const { press } = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [order]),
  });
  const card = within(await screen.findByRole('article', { name: /^AAAAA/ }));
  expect(card.getByText('− Onion')).toBeTruthy();
  await press('Kitchen');
  const kitchen = within(await screen.findByRole('region', { name: 'Kitchen' }));
  const line = await kitchen.findByRole('button', { name: /^1 Dal.*\+ PANEER ×2.*− Onion.*“no peanuts”.*: done$/ });
  expect(line.textContent).not.toContain('Rice');
  expect(kitchen.getByText('Dal: no peanuts')).toBeTruthy();
});

test('a held course is grey, last and without a button; the board does not show it; fired, it is a ticket', async () => {
  const mains = { ...heldMains, orderTime: new Date(0).toISOString() };
  const office = openOffice('orders', {
    getLocationOrders: ({ status }) => ordersOf(status === 'completed' ? [] : [mains, cooking('AAAAA')]),
  });
  await screen.findByRole('article', { name: /^AAAAA/ });
  expect(screen.queryByRole('article', { name: /^BBBBB/ })).toBeNull();
  const kitchen = await kitchenOf(office);
  const [first, held] = await kitchen.findAllByRole('article');
  expect(within(first as HTMLElement).getByText('AAAAA')).toBeTruthy();
  expect(held?.textContent).toContain('Held: Mains');
  expect(within(held as HTMLElement).queryByRole('button', { name: /Ready|Start|Done/ })).toBeNull();
  await office.user.click(within(held as HTMLElement).getByRole('button', { name: /Biryani/ }));
  expect(office.sent('strikeOrderItem')).toEqual([]);
  const { heldAt: _heldAt, ...fired } = { ...mains, acceptedAt: mains.orderTime, version: 2 };
  sendLiveEvent('order.updated', { order: fired, locationId: 'truro' });
  await waitFor(() => expect(kitchen.queryByText('Held: Mains')).toBeNull());
  expect(kitchen.getByText('Biryani')).toBeTruthy();
});

test('a later round of a table names what it stated, by seat, at the dishes of this seat, and must be decided', async () => {
  const ofSeat = [{ code: 'tree-nuts' as const, seat: 3 }];
  const allergyCheck = { allergies: ofSeat, contains: ['tree-nuts'], by: null, at: null };
  const order = cooking('BBBBB', {
    items: [dishLine(1, 'Kofta', { seat: 3, allergies: ofSeat, allergyCheck }), dishLine(2, 'Naan', { seat: 1 })],
    allergies: [{ code: 'milk' }, ...ofSeat],
    awaitsAllergyCheck: true,
  });
  const kitchen = await kitchenOf(openKitchen([order]));
  expect(await kitchen.findByText('Milk, Seat 3: Tree nuts')).toBeTruthy();
  const kofta = kitchen.getByRole('button', { name: /Kofta/ });
  expect(kofta.textContent).toContain('Contains tree nuts');
  expect(kofta.textContent).toContain('Seat 3: Tree nuts');
  expect(kitchen.getByRole('button', { name: /Naan/ }).textContent).not.toContain('Seat');
  expect(kitchen.getByRole('button', { name: 'Stop. Decide' })).toBeTruthy();
});
