import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { openQueue } from '../../shared/offline/open-queue.ts';
import { storedText } from '../../shared/offline/text-storage.ts';
import { probeServer } from '../../shared/offline/online.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { dalDish, dalForOne, menuAtTill, ordersOf, truro } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';

/** The changes that this device stores. The document of the tests has no IndexedDB. */
const device = vi.hoisted(() => ({ changes: [] as QueuedChange[], isFull: false }));
vi.mock('../../shared/offline/queue-store.ts', () => ({
  queueStore: {
    all: async () => device.changes,
    async add(change: QueuedChange, complete = (each: QueuedChange) => each) {
      if (device.isFull) throw new DOMException('full', 'QuotaExceededError');
      // A browser stores a copy, and refuses what cannot be copied, such as a function.
      const added = structuredClone(complete({ ...change, place: device.changes.length + 1 }));
      device.changes = [...device.changes, added];
      return added;
    },
    async check() {
      if (device.isFull) throw new DOMException('full', 'QuotaExceededError');
    },
    async update(change: (each: QueuedChange) => QueuedChange | null) {
      device.changes = device.changes.map(change).filter((each) => each !== null);
    },
  },
}));

const CUT = '\u001DV';

/** A printer at a serial cable of this device. */
function connectPrinter() {
  const printer = { sent: '', isPlugged: true };
  const port = {
    getInfo: () => ({}),
    open: async () => {
      if (!printer.isPlugged) throw new DOMException('Failed to open serial port.', 'NetworkError');
    },
    close: () => Promise.resolve(),
    get writable() {
      return new WritableStream<Uint8Array>({
        write: (bytes) => void (printer.sent += String.fromCharCode(...bytes)),
      });
    },
  };
  Object.defineProperty(navigator, 'serial', { configurable: true, value: { getPorts: async () => [port] } });
  const cable = { way: 'serial', baudRate: 9600, vendorId: null, productId: null };
  localStorage.setItem('tiffin_printer', JSON.stringify({ printer: cable, ticketsSince: null }));
  return printer;
}

const LETTER = JSON.stringify({ deviceId: '0b7c2c5e-1111-4222-8333-123456789abc', letter: 'B', last: 16 });

beforeEach(() => localStorage.setItem('tiffin_device', LETTER));
afterEach(async () => {
  device.changes = [];
  device.isFull = false;
  localStorage.clear();
  vi.restoreAllMocks();
  vi.stubGlobal('fetch', async () => new Response('ok'));
  await act(async () => void (await probeServer()));
});

/** The server is gone, although the network is there. */
async function loseServer() {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));
  await act(async () => void (await probeServer()));
}

/** A till with one dal for Asha. */
async function till(more: Answers = {}, ...of: unknown[]) {
  const office = openOffice('create-order', { ...menuAtTill(dalDish), ...more }, ...(of as []));
  await office.press(/Dal Tadka/);
  await typeIn(/^Name/, 'Asha');
  return office;
}

async function payCash({ press }: Pick<Awaited<ReturnType<typeof till>>, 'press'>) {
  await press(/^Take .* in cash/);
  await press('$20');
  await press('Cash received, create order');
}

test('the till gets its letter while it is connected, and asks for it once', async () => {
  localStorage.removeItem('tiffin_device');
  const { sent } = await till();
  await waitFor(() => expect(sent('nameDevice')).toHaveLength(1));
  const [{ deviceId } = {}] = sent('nameDevice');
  expect(deviceId).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/);
  await waitFor(() => expect(localStorage.getItem('tiffin_device')).toContain('"letter":"B"'));
});

test('a cash order without the server is numbered, priced and stored, and sent once when the server is back', async () => {
  const office = await till();
  const { press, sent, answer, fetch: network } = office;
  await loseServer();
  await payCash(office);
  await expect(screen).toShow('Order B-17 waits on this device');
  await expect(screen).toShow('$8.60');
  await expect(screen).toShow(/^Tell the kitchen/);
  expect(device.changes).toMatchObject([
    {
      call: 'createAdminOrderCash',
      about: 'B-17: 1 dish, $11.40',
      body: {
        number: 'B-17',
        deviceId: '0b7c2c5e-1111-4222-8333-123456789abc',
        ticketPrinted: false,
        cashConfirmed: true,
        finalTotal: 11.4,
        sold: {
          taxation: { taxRate: truro.taxRate, taxLabel: truro.taxLabel },
          lines: [{ name: 'Dal Tadka', unitPrice: 10, taxClass: 'meal' }],
          adjustments: [],
          total: 11.4,
        },
      },
    },
  ]);
  expect(sent('createAdminOrderCash')).toEqual([]);
  // The next order has the next number.
  await press(/Dal Tadka/);
  await typeIn(/^Name/, 'Bela');
  await press('Pay later');
  await expect(screen).toShow('Order B-18 waits on this device');
  await expect(screen).toShow(/^Since .*, 2 orders and \$11\.40 in cash wait on this device\./);

  const order = { ...dalForOne, offlineNumber: 'B-18' };
  answer({
    createAdminOrderCash: { orderId: dalForOne.id, order: dalForOne, message: '' },
    createAdminOrderUnpaid: { orderId: order.id, order, message: '' },
  });
  vi.stubGlobal('fetch', network);
  await act(async () => void (await probeServer()));
  await waitFor(() => expect(device.changes).toEqual([]));
  expect(sent('createAdminOrderCash')).toMatchObject([{ number: 'B-17' }]);
  expect(sent('createAdminOrderUnpaid')).toMatchObject([{ number: 'B-18' }]);
  // The order that was shown as waiting can be paid now.
  await expect(screen).toShow('Order B-18 created');
});

test('an order whose response is lost is stored under the same key, so that it arrives once', async () => {
  const keys: (string | null)[] = [];
  const office = await till();
  const { fetch: network } = office;
  const lost = (input: RequestInfo | URL, init?: RequestInit) => {
    const request = new Request(input instanceof Request ? input : new URL(input, location.origin), init);
    if (request.url.endsWith('/createAdminOrderCash')) keys.push(request.headers.get('idempotency-key'));
    return Promise.reject(new TypeError('no network'));
  };
  vi.stubGlobal('fetch', lost);
  await payCash(office);
  await waitFor(() => expect(device.changes).toHaveLength(1), { timeout: 30_000 });
  expect(keys.length).toBeGreaterThan(0);
  expect(new Set(keys)).toEqual(new Set([device.changes[0]?.id]));
  await expect(screen).toShow('Order B-17 waits on this device');
  // It had arrived: the server refuses the second body under the key, and the queue does not send it under another.
  office.answer({ createAdminOrderCash: refusal('idempotency-key-reused') });
  vi.stubGlobal('fetch', network);
  await act(async () => void (await probeServer()));
  await waitFor(() => expect(device.changes).toEqual([]));
  expect(office.sent('createAdminOrderCash')).toHaveLength(1);
});

type Office = Awaited<ReturnType<typeof till>>;

test.each([
  ['a card', (office: Office) => office.press('Card terminal', 'radio'), /cards, links/],
  ['a delivery', (office: Office) => office.press(/^Delivery/, 'radio'), /a delivery needs the server/],
  [
    'a device without a letter',
    () => act(() => storedText('tiffin_device').write(null)),
    /has no letter for its numbers yet/,
  ],
])('the till says why %s waits for the server', async (_what, prepare, reason) => {
  const office = await till();
  await loseServer();
  expect(screen.queryByText(/^Cannot create orders while offline/)).toBeNull();
  await prepare(office);
  await expect(screen).toShow(reason);
  expect(screen.getAllByText(/^Cannot create orders while offline: /).length).toBeGreaterThan(0);
});

test('a discount that was given before the connection was lost waits for the server', async () => {
  const office = await till();
  await office.press('Discount');
  await typeIn(/^Percent off/, '10');
  await office.press('Apply');
  await loseServer();
  await expect(screen).toShow(/^Cannot create orders while offline: discounts need the server/);
});

test('without the server nobody can type a code or a discount, and a typed code is removed where it is refused', async () => {
  const office = await till();
  await office.press('Discount');
  fireEvent.click(screen.getByText('Promo code'));
  await typeIn(/^Code/, 'LUNCH10');
  await loseServer();
  await expect(screen).toShow('Codes, points and discounts need the server.');
  expect(screen.getByLabelText(/^Percent off/).closest('fieldset')?.disabled).toBe(true);
  expect(screen.getByLabelText(/^Code/).closest('fieldset')?.disabled).toBe(true);
  await office.press('Close');
  await expect(screen).toShow(/codes need the server\. Take the code off the order\.$/);
  await office.press('Remove the code');
  await payCash(office);
  await expect(screen).toShow('Order B-17 waits on this device');
});

test('the bar at the till says what goes on without the server, unless the till has no letter', async () => {
  await till();
  await loseServer();
  await expect(screen).toShow(/^Orders for cash and “Pay later” go on\./);
  act(() => storedText('tiffin_device').write(null));
  await expect(screen).toShow(/^This till cannot take orders now\./);
  expect(screen.queryByText(/^Orders for cash/)).toBeNull();
});

test('a waiting order shows its dishes, allergies, name and payment in the list, and is printed from there', async () => {
  const printer = connectPrinter();
  const office = await till();
  await typeIn(/^Special Instructions/, 'Allergic to milk');
  await loseServer();
  await payCash(office);
  await expect(screen).toShow('Order B-17 waits on this device');
  await office.press(/Dal Tadka/);
  await typeIn(/^Name/, 'Bela');
  await office.press('Pay later');
  await expect(screen).toShow('Order B-18 waits on this device');
  await waitFor(() => expect(printer.sent.split(CUT)).toHaveLength(3));
  await office.press('Show');
  const list = within(await screen.findByRole('dialog', { name: 'Changes made without a connection' }));
  const [first, second] = list.getAllByText(/^B-1[78]: /).map((about) => about.closest('li'));
  expect(first?.textContent).toMatch(/Asha paid in cash.*Allergic to milk.*1 Dal Tadka/);
  expect(second?.textContent).toMatch(/Bela \$11\.40 to pay.*1 Dal Tadka/);
  expect(list.getByText(/^Some numbers are left out, .* No order is lost\.$/)).toBeTruthy();
  printer.sent = '';
  printer.isPlugged = false;
  fireEvent.click(within(first as HTMLElement).getByText('Kitchen ticket'));
  await waitFor(() => expect(device.changes[0]?.body).toMatchObject({ ticketPrinted: false }));
  printer.isPlugged = true;
  fireEvent.click(within(first as HTMLElement).getByText('Kitchen ticket'));
  await waitFor(() => expect(device.changes[0]?.body).toMatchObject({ ticketPrinted: true }));
  expect(printer.sent).toMatch(/B-17[\s\S]*Allergic to milk/);
  fireEvent.click(within(second as HTMLElement).getByText('Print'));
  await waitFor(() => expect(printer.sent).toMatch(/B-18[\s\S]*11\.40/));
});

test('an order that an earlier version stored is listed with its summary alone', async () => {
  const office = await till();
  await loseServer();
  await payCash(office);
  await waitFor(() => expect(device.changes).toHaveLength(1));
  device.changes = device.changes.map((change) => ({ ...change, receipt: undefined }));
  await act(async () => void (await openQueue().refresh()));
  await office.press('Show');
  const list = within(await screen.findByRole('dialog', { name: 'Changes made without a connection' }));
  expect(list.getByText('B-17: 1 dish, $11.40')).toBeTruthy();
  expect(list.queryByText('Kitchen ticket')).toBeNull();
});

test('on a device whose storage is full the till says so before the cash is counted, and keeps the order', async () => {
  await till();
  device.isFull = true;
  await loseServer();
  await expect(screen).toShow(/its storage is full or blocked\. Write it on paper\.$/);
  expect(screen.queryByText(/waits on this device/)).toBeNull();
  expect(screen.getByRole('button', { name: /^1 Dal Tadka/ })).toBeTruthy();
});

test('storage that fills up while the cash is counted leaves the order in the till', async () => {
  const office = await till();
  await loseServer();
  await office.press(/^Take .* in cash/);
  await office.press('Exact');
  device.isFull = true;
  await office.press('Cash received, create order');
  await expect(screen).toShow('Failed to create cash order');
  await expect(screen).toShow(/this device cannot save changes for later/);
  expect(screen.getByRole('button', { name: /^1 Dal Tadka/ })).toBeTruthy();
  expect(screen.queryByText(/no answer came/)).toBeNull();
});

test('the kitchen ticket and the receipt are printed with the number, and a failed ticket may be printed elsewhere', async () => {
  const printer = connectPrinter();
  const office = await till();
  await loseServer();
  await payCash(office);
  await waitFor(() => expect(printer.sent.split(CUT)).toHaveLength(2));
  expect(printer.sent).toContain('B-17');
  expect(printer.sent).toContain('Dal Tadka');
  expect(device.changes[0]?.body).toMatchObject({ ticketPrinted: true });
  printer.sent = '';
  await office.press('Print');
  await waitFor(() => expect(printer.sent.split(CUT)).toHaveLength(2));
  expect(printer.sent).toMatch(/B-17[\s\S]*11\.40[\s\S]*PAID/);

  printer.isPlugged = false;
  await office.press('Kitchen ticket');
  await waitFor(() => expect(device.changes[0]?.body).toMatchObject({ ticketPrinted: false }));
  printer.isPlugged = true;
  await office.press('Try Again');
  await waitFor(() => expect(device.changes[0]?.body).toMatchObject({ ticketPrinted: true }));
});

test('the ticket of an order without the server names the allergies and the dish that contains them', async () => {
  const printer = connectPrinter();
  const office = openOffice('create-order', menuAtTill({ ...dalDish, allergens: ['milk'] }));
  await office.press(/Dal Tadka/);
  await typeIn(/^Special Instructions/, 'Allergic to milk');
  await loseServer();
  await payCash(office);
  await waitFor(() => expect(printer.sent.split(CUT)).toHaveLength(2));
  expect(printer.sent).toContain('Allergic to milk');
  expect(printer.sent).toContain('CONTAINS MILK');
});

test('a person whose orders wait cannot sign out, and saves them as a file', async () => {
  const files: string[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    void (blob as Blob).text().then((text) => files.push(text));
    return 'blob:file';
  });
  // The document of the tests would follow the link.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const office = await till();
  await loseServer();
  await payCash(office);
  await expect(screen).toShow('Order B-17 waits on this device');
  await office.press(/logout/i);
  await expect(screen).toShow('You cannot sign out yet');
  await office.press('Save the orders as a file');
  await waitFor(() => expect(files).toHaveLength(1));
  expect(JSON.parse(files[0] ?? '')).toMatchObject({
    format: 'tiffin-sales',
    changes: [{ about: 'B-17: 1 dish, $11.40' }],
  });
});

const inFile = (body: object) =>
  JSON.stringify({
    format: 'tiffin-sales',
    changes: [{ call: 'createAdminOrderCash', id: 'key-of-b', about: 'C-4: 1 dish', madeAt: 0, drawerId: 'd2', body }],
  });

async function choose(text: string) {
  const input = await screen.findByLabelText('File with orders of another device');
  fireEvent.change(input, { target: { files: [new File([text], 'orders.json')] } });
}

test('a manager reads in the orders of another device, which are sent with their own keys and numbers', async () => {
  const { sent } = openOffice('orders/waiting', {
    getLocationOrders: ordersOf([]),
    createAdminOrderCash: { orderId: dalForOne.id, order: dalForOne, message: '' },
  });
  await choose('{"orders": []}');
  await expect(screen).toShow('This file has no orders of a device');
  await choose(inFile({ number: 'C-4', finalTotal: 11.4 }));
  await expect(screen).toShow('1 order was read in');
  await waitFor(() => expect(sent('createAdminOrderCash')).toMatchObject([{ number: 'C-4' }]));
});

test('an order that the server refuses is named with its reason, and stays until it is answered', async () => {
  openOffice('orders/waiting', {
    getLocationOrders: ordersOf([]),
    createAdminOrderCash: refusal('already-taken'),
  });
  await choose(inFile({ number: 'C-4', finalTotal: 11.4 }));
  await expect(screen).toShow('This number was already used for another order.');
  await expect(screen).toShow(/perhaps read in from a file\. Search for the number/);
  expect(device.changes).toMatchObject([{ id: 'key-of-b', isStuck: true }]);
});

test('a device that has sent nothing for an hour says so in every section, also for another person', async () => {
  const state = { kind: 'order', subjects: [], failures: 0, notBefore: 0, isStuck: false, problem: null, place: 1 };
  const body = { number: 'B-3', finalTotal: 11.4 };
  const sale = { ...state, call: 'createAdminOrderCash', id: 'k', about: 'B-3', madeAt: 0, by: 'somebody else', body };
  device.changes = [sale as unknown as QueuedChange];
  openOffice('orders', { getLocationOrders: ordersOf([]) });
  await expect(screen).toShow(/^This device has sent nothing since/);
  await expect(screen).toShow(/1 order and \$11\.40 in cash wait on this device/);
  await expect(screen).toShow(/is sent when that person signs in here/);
});

test('an order without the server has the charges of the location, on its receipt too', async () => {
  const bag = {
    kind: 'bag' as const,
    orderTypes: ['pickup' as const],
    amount: 0.25,
    taxClass: 'untaxed' as const,
    isVoluntary: false,
    staffMayRemove: true,
  };
  const printer = connectPrinter();
  const office = await till({ getLocations: { locations: [{ ...truro, charges: [bag] }] } });
  await loseServer();
  await payCash(office);
  await expect(screen).toShow('Order B-17 waits on this device');
  expect(device.changes).toMatchObject([
    {
      about: 'B-17: 1 dish, $11.65',
      body: { sold: { charges: [{ kind: 'bag', amount: 0.25, taxClass: 'untaxed' }], total: 11.65 } },
    },
  ]);
  await waitFor(() => expect(printer.sent.split(CUT)).toHaveLength(2));
  printer.sent = '';
  await office.press('Print');
  await waitFor(() => expect(printer.sent).toMatch(/Bag[\s\S]*0\.25[\s\S]*11\.65/));
});
