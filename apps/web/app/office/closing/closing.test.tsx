import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Answer } from '../../shared/api/api.ts';
import { refusal, type Answers } from '../../testing/network.ts';
import { admin, dalDish, menuAtTill, staff } from '../../testing/samples.ts';
import { openOffice, typeIn } from '../../testing/show.tsx';
import type { QueuedChange } from '../../shared/offline/changes.ts';
import { probeServer } from '../../shared/offline/online.ts';
import type { Drawer, DrawerList } from '../../shared/payment/drawer-data.ts';

/** What this device stores. The document of the tests has no IndexedDB. */
const device = vi.hoisted(() => ({ changes: [] as QueuedChange[], answers: undefined as unknown }));
vi.mock('../../shared/offline/queue-store.ts', () => ({
  queueStore: {
    all: async () => device.changes,
    async add(change: QueuedChange) {
      device.changes = [...device.changes, { ...change, place: device.changes.length + 1 }];
      return device.changes.at(-1);
    },
    check: async () => {},
    async update(change: (each: QueuedChange) => QueuedChange | null) {
      device.changes = device.changes.map(change).filter((each) => each !== null);
    },
  },
}));
vi.mock('idb', () => ({
  openDB: async () => ({
    get: async () => device.answers,
    put: async (_: string, answers: unknown) => void (device.answers = answers),
    close: () => {},
  }),
}));

const manager = { ...admin, role: 'manager' as const, isAdmin: false, locationIds: ['truro'] };
const drawer: Drawer = {
  drawerId: 'd1',
  locationId: 'truro',
  name: 'Till 1',
  kind: 'till',
  personId: null,
  shift: {
    number: 4,
    openedAt: '2026-11-20T14:58:00.000Z',
    openedBy: 'Priya',
    float: 200,
    openingDifference: 0,
    entries: [
      { entryId: 'e1', kind: 'pay-out', amount: 20, reason: 'Ice', by: 'Priya', doneAt: '2026-11-20T15:00:00.000Z' },
    ],
  },
  last: null,
};
const list = (more: Partial<Drawer> = {}): DrawerList => ({
  drawers: [{ ...drawer, ...more }],
  denominations: [
    { value: 20, isCoin: false },
    { value: 0.05, isCoin: true },
  ],
  currency: 'CAD',
});
const closing: Answer<'getClosing'> = {
  date: '2026-11-20',
  closed: null,
  previous: { number: 127, date: '2026-11-19', at: '2026-11-20T02:31:00.000Z', by: 'Asha', hash: 'a' },
  open: [
    { kind: 'tab', id: 'TRU-20261120-AAAAA', label: 'Bar, Ewan', amount: 52.9, isMoving: false },
    { kind: 'refund', id: 'TRU-20261120-BBBBB', label: 'BBBBB', amount: 17.09, isMoving: true },
  ],
  unfinished: [{ kind: 'table', id: 's1', label: 'Table 7' }],
  lines: [
    { item: 'sales:meal', label: 'Sales, food', amount: -100 },
    { item: 'tax:HST', label: 'HST', amount: -14 },
    { item: 'tender:cash', label: 'Cash', amount: 114 },
    { item: 'over-short', label: 'Cash over and short', amount: 6.65 },
    { item: 'drawers', label: 'Cash in drawers', amount: -6.65 },
  ],
  late: [],
  voids: { count: 3, amount: 41.43 },
  cashOutside: 0,
  shifts: [],
  currency: 'CAD',
  today: '2026-11-20',
};
const open = (answers: Answers = {}, who: typeof admin = manager) =>
  openOffice('closing', { getDrawers: list(), getClosing: closing, ...answers }, who);

const nobody = { getDeliveries: { deliveries: [], cash: [], colleagues: [] } };
const typePieces = async (name: string, pieces: string) =>
  fireEvent.change(await screen.findByRole('textbox', { name }), { target: { value: pieces } });

test('staff count a drawer without seeing what should be in it, and read how much is missing', async () => {
  const answer = { expected: 289, counted: 286.55, difference: -2.45, number: 4 };
  const { user, sent } = open({ closeDrawer: answer }, staff);
  await user.click(await screen.findByRole('button', { name: 'Count and close' }));
  const dialog = await screen.findByRole('dialog', { name: 'Count Till 1' });
  expect(screen.queryByText('Still open')).toBeNull();
  expect(dialog.textContent).not.toContain('289');
  await typePieces('How many of $20.00', '14');
  await typePieces('How many of $0.05', '131x');
  await user.click(screen.getByRole('button', { name: 'I have counted $286.55' }));
  expect(await screen.findByText('Short: $2.45')).toBeTruthy();
  expect(sent('closeDrawer')).toEqual([{ drawerId: 'd1', counted: { 20: 14, 0.05: 131 } }]);
});

test('a count that is far off asks for a reason, and keeps what was typed', async () => {
  const words = 'The count differs from what should be in it. Count again, or give the reason.';
  const { user, sent } = open(
    { closeDrawer: refusal('invalid-argument', words, { field: 'reason', difference: null }) },
    staff,
  );
  await user.click(await screen.findByRole('button', { name: 'Count and close' }));
  await typePieces('How many of $20.00', '10');
  await user.click(screen.getByRole('button', { name: 'I have counted $200.00' }));
  expect(await screen.findByText(words)).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Guest paid less' }));
  await user.click(screen.getByRole('button', { name: 'I have counted $200.00' }));
  expect(sent('closeDrawer').at(-1)).toMatchObject({ counted: { 20: 10 }, reason: 'Guest paid less' });
});

test('a manager goes from what is open over the count to the sums, and closes with a reason', async () => {
  const { user, sent } = open({ closeDay: { number: 128, hash: 'b' } });
  expect(await screen.findByRole('heading', { name: 'Before you count, 1 open' })).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'No action needed' })).getByText('$17.09')).toBeTruthy();
  const unfinished = within(screen.getByRole('region', { name: 'Paid, but not finished' }));
  expect(unfinished.getByText('Table 7')).toBeTruthy();
  expect(unfinished.getByRole('link', { name: 'Open' }).getAttribute('href')).toMatch(/#floor$/);
  await user.click(screen.getByRole('button', { name: 'Count the drawers' }));
  expect(await screen.findByText('Paid out, Ice')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Go on to the sums' }));
  expect(await screen.findByRole('heading', { name: 'How guests paid' })).toBeTruthy();
  expect(screen.getAllByText('$114.00').length).toBeGreaterThan(1);
  expect(screen.getByText('-$6.65')).toBeTruthy();
  await user.type(screen.getByRole('textbox', { name: /Why does something stay open/ }), 'Guests are here');
  await user.click(screen.getByRole('button', { name: 'Close the day' }));
  expect(sent('closeDay')).toEqual([]);
  await user.click(await screen.findByRole('button', { name: 'Close it for good' }));
  expect(await screen.findByText('Closed, No. 128')).toBeTruthy();
  expect(sent('closeDay')[0]).toEqual({ locationId: 'truro', date: '2026-11-20', reason: 'Guests are here' });
});

test.each([
  [
    'in full service',
    { openUntil: '2026-11-21T02:00:00.000Z', going: 3, toCome: 0 },
    /You are open until .* not finished: 3\./,
  ],
  ['before its last order', { openUntil: null, going: 0, toCome: 2 }, /^Orders that guests want later today: 2\./],
  ['when all is done', { openUntil: null, going: 0, toCome: 0 }, /^This closing never changes/],
])('whoever closes a day %s reads it before', async (_, service, shown) => {
  const { user, sent } = open({ getClosing: { ...closing, open: [], service } });
  await user.click(await screen.findByRole('button', { name: 'Sums' }));
  await user.click(await screen.findByRole('button', { name: 'Close the day' }));
  const dialog = await screen.findByRole('dialog', { name: /^Close .*\?$/ });
  expect(within(dialog).getByText(shown)).toBeTruthy();
  expect(dialog.textContent).not.toContain('..');
  expect(sent('closeDay')).toEqual([]);
});

test('a day that somebody else closed says who it was', async () => {
  const words = 'Ewan closed it at 10:14 p.m., No. 128.';
  const { user } = open({ closeDay: refusal('failed-precondition', words) });
  await user.click(await screen.findByRole('button', { name: 'Sums' }));
  await user.click(await screen.findByRole('button', { name: 'Close the day' }));
  await user.click(await screen.findByRole('button', { name: 'Close it for good' }));
  expect(await screen.findByText(words)).toBeTruthy();
});

test('a closed day shows its number and check code, and cannot be closed again', async () => {
  const closed = {
    number: 128,
    at: '2026-11-21T02:12:00.000Z',
    by: 'Meera',
    reason: null,
    hash: '7c1e9a04b2d3',
    checkCode: '7C1E 9A04 B2D3',
  };
  open({ getClosing: { ...closing, closed, open: [] } });
  expect(await screen.findByText('7C1E 9A04 B2D3')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Close the day/ })).toBeNull();
});

const shift: Answer<'getClosing'>['shifts'][number] = {
  drawer: 'Bar',
  number: 3,
  day: '2026-11-20',
  note: null,
  openedAt: '2026-11-20T14:58:00.000Z',
  openedBy: 'Priya',
  float: 50,
  openingDifference: 0,
  entries: {},
  late: 0,
  closedAt: '2026-11-21T01:58:00.000Z',
  closedBy: 'Priya',
  expected: 50,
  counted: 50,
  difference: 0,
  left: 50,
  reason: null,
  approvedBy: null,
};
const sums = async (more: Partial<typeof closing>) => {
  const { user } = open({ getClosing: { ...closing, ...more } });
  await user.click(await screen.findByRole('button', { name: 'Sums' }));
};

test('a sale after the closing is shown as sold and paid, with sums that agree', async () => {
  const lines = [
    { item: 'sales:meal', label: 'Sales, food', amount: -5.95 },
    { item: 'tax:HST', label: 'HST', amount: -0.83 },
    { item: 'cash-rounding', label: 'Cash rounding', amount: -0.02 },
    { item: 'tender:cash', label: 'Cash', amount: 6.8 },
    { item: 'pay-outs', label: 'Paid out of drawers', amount: 4 },
    { item: 'drawers', label: 'Cash in drawers', amount: -4 },
  ];
  await sums({ late: [{ date: '2026-11-19', lines }] });
  const late = await screen.findByRole('region', { name: /^Late, for .*Nov 19/ });
  const amounts = [...late.querySelectorAll('dl > div')].map(({ firstChild, lastChild }) => [
    firstChild?.textContent,
    lastChild?.textContent,
  ]);
  expect(amounts).toEqual([
    ['Sales, food', '$5.95'],
    ['HST', '$0.83'],
    ['Cash rounding', '$0.02'],
    ['Together', '$6.80'],
    ['Cash', '$6.80'],
    ['Together', '$6.80'],
    ['Paid out of drawers', '$4.00'],
  ]);
});

test('a manager reads who counted a drawer before, when and how much', async () => {
  const countedBefore = [{ at: '2026-11-21T01:50:00.000Z', by: 'Ewan', amount: 44.95 }];
  await sums({ shifts: [{ ...shift, countedBefore }] });
  const bar = within(await screen.findByRole('region', { name: 'Bar, No. 3' }));
  expect(bar.getByText(/^Counted before: \$44\.95, Ewan, .*\d:50/)).toBeTruthy();
});

test('a manager reads of another float and of small differences at the drawer', async () => {
  const remarks = ['Priya opened it with $20.00. The last count left $270.00.', 'Bar: 3 times a little short.'];
  await sums({ shifts: [{ ...shift, remarks }] });
  const bar = within(await screen.findByRole('region', { name: 'Bar, No. 3' }));
  for (const words of remarks) expect(bar.getByText(words)).toBeTruthy();
});

test('a drawer of another day says so', async () => {
  const other = { ...shift, number: 2, day: '2026-11-19', note: 'Opened on Thursday, November 19, 2026.' };
  await sums({ shifts: [shift, other] });
  expect(within(await screen.findByRole('region', { name: 'Bar, No. 2' })).getByText(other.note)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Bar, No. 3' })).queryByText(/Opened/)).toBeNull();
});

test('cash is paid out with an amount and a reason, and a device is given its drawer', async () => {
  localStorage.clear();
  const { user, sent } = open({ addDrawerEntry: { entryId: 'e2', number: 4 } }, staff);
  await user.click(await screen.findByRole('switch', { name: 'This device uses this drawer' }));
  await user.click(screen.getByRole('button', { name: 'Put in or take out' }));
  await user.type(await screen.findByRole('textbox', { name: 'Amount' }), '12.50');
  await user.click(screen.getByRole('button', { name: 'Ice' }));
  await user.click(screen.getByRole('button', { name: 'Record' }));
  expect(await screen.findByText('Recorded')).toBeTruthy();
  const [entry] = sent('addDrawerEntry');
  expect(entry).toMatchObject({ drawerId: 'd1', kind: 'pay-out', amount: 12.5, reason: 'Ice' });
  expect(localStorage.getItem('tiffin_drawer')).toBe('d1');
});

test('whoever opens the drawer of a till gives it to the device, unless the switch is off', async () => {
  localStorage.clear();
  const { user } = open(
    { getDrawers: list({ shift: null }), openDrawer: { drawerId: 'd1', number: 5, float: 0, openingDifference: 0 } },
    staff,
  );
  const openIt = async () => user.click(await screen.findByRole('button', { name: /^Open with \$/ }));
  await user.click(await screen.findByRole('button', { name: 'Open with a float' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Open Till 1' }));
  await user.click(dialog.getByRole('switch', { name: 'This device uses this drawer' }));
  await openIt();
  expect(await screen.findByText('Till 1 is open')).toBeTruthy();
  expect(localStorage.getItem('tiffin_drawer')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Open with a float' }));
  await openIt();
  await waitFor(() => expect(localStorage.getItem('tiffin_drawer')).toBe('d1'));
});

test('a manager adds a drawer where there is none', async () => {
  const { user, sent } = open({ getDrawers: { ...list(), drawers: [] }, saveDrawers: { drawers: [] }, ...nobody });
  await user.click(await screen.findByRole('button', { name: 'Count' }));
  await user.click(await screen.findByRole('button', { name: 'Add a drawer' }));
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Till 1');
  await user.click(screen.getByRole('button', { name: 'Add' }));
  expect(await screen.findByText('Saved')).toBeTruthy();
  expect(sent('saveDrawers')[0]).toEqual({ locationId: 'truro', drawers: [{ name: 'Till 1' }] });
});

test('the till opens its drawer without a sale', async () => {
  localStorage.clear();
  const answers = { ...menuAtTill(dalDish), getDrawers: list(), addDrawerEntry: { entryId: 'e3', number: 4 } };
  const { user, sent } = openOffice('create-order', answers, staff);
  await user.click(await screen.findByRole('button', { name: 'Drawer…' }));
  await user.click(screen.getByRole('radio', { name: 'Opened without a sale' }));
  await user.click(screen.getByRole('button', { name: 'Change' }));
  await user.click(screen.getByRole('button', { name: 'Record' }));
  expect(await screen.findByText('Recorded')).toBeTruthy();
  expect(sent('addDrawerEntry')).toMatchObject([{ drawerId: 'd1', kind: 'no-sale', reason: 'Change' }]);
});

const loseServer = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')));

afterEach(async () => {
  device.changes = [];
  device.answers = undefined;
  localStorage.clear();
  vi.stubGlobal('fetch', async () => new Response('ok'));
  await act(async () => void (await probeServer()));
});

/** Opens a section after a reload, while the server is gone. */
async function openWithoutServer(section: string, answers: Answers = {}, who: typeof admin = staff) {
  loseServer();
  await probeServer();
  const office = openOffice(section, answers, who);
  loseServer();
  return office;
}

/** The till was open on this device, so it stored the drawers. */
async function storeDrawers(drawers: DrawerList, who: typeof admin = staff) {
  openOffice('create-order', { ...menuAtTill(dalDish), getDrawers: drawers }, who);
  await waitFor(() => expect(JSON.stringify(device.answers)).toContain('Till 1'), { timeout: 5_000 });
  cleanup();
}

test('after a reload without the server the till still has its drawer and takes cash out of it', async () => {
  await storeDrawers(list());
  const { press } = await openWithoutServer('create-order');
  await press('Drawer…');
  await typeIn('Amount', '12.50');
  await press('Ice');
  await press('Record');
  await waitFor(() => expect(device.changes).toMatchObject([{ call: 'addDrawerEntry', body: { drawerId: 'd1' } }]));
});

test('staff open and count a drawer after a reload without the server, and see both', async () => {
  await storeDrawers(list({ shift: null }));
  const { press } = await openWithoutServer('closing');
  await press('Open with a float');
  await typePieces('How many of $20.00', '5');
  await typePieces('How many of $0.05', '3');
  await press('Open with $100.15');
  await expect(screen).toShow(/^Float \$100\.15 at /);
  await press('Put in or take out');
  await typeIn('Amount', '12.50');
  await press('Ice');
  await press('Record');
  await expect(screen).toShow('Paid out, Ice');
  await press('Count and close');
  await typePieces('How many of $20.00', '4');
  await press('I have counted $80.00');
  await expect(screen).toShow('Open with a float');
  expect(device.changes.map(({ call }) => call)).toEqual(['openDrawer', 'addDrawerEntry', 'closeDrawer']);
});

test('without the server a manager reads that closing needs it, and a count stays when the server is back', async () => {
  await storeDrawers(list(), manager);
  const answers = { getDrawers: list(), getClosing: closing };
  const { press, fetch } = await openWithoutServer('closing', answers, manager);
  await expect(screen).toShow('A day is closed with a connection');
  expect(document.querySelector('[aria-busy="true"]')).toBeNull();
  await press('Count the drawers');
  await press('Count and close');
  await typePieces('How many of $20.00', '4');
  vi.stubGlobal('fetch', fetch);
  await act(async () => void (await probeServer()));
  expect(await screen.findByRole('list', { name: 'Steps' })).toBeTruthy();
  expect(screen.getByRole('button', { name: 'I have counted $80.00' })).toBeTruthy();
});

test('a part that this device never stored says so, and not that it was never loaded', async () => {
  await openWithoutServer('closing');
  await expect(screen).toShow('This part is not stored on this device. It appears when the connection is back.');
});
