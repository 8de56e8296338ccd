import { SECTIONS, type Section } from '@tiffin/domain/people';
import { createClient } from '@tiffin/client';
import { clientOf } from '../api-client.ts';
import { PLAIN_PAGES } from '../pages.ts';
import type { EnginePage } from './engine-page.ts';
import { faultsThatStay } from './faults-that-stay.ts';
import { EVENING, expect, placeOrder, signIn, SIZES, test as base } from './fixtures.ts';
import { findFaults } from './in-page.ts';
import { isLoaded, listKinds, pressKind, waitForOpening } from './openers.ts';

/** The restaurant at work: two months of orders and tonight's. */
const { DEMO: _, ...env } = EVENING;
type Device = keyof typeof SIZES;

const MAX_KINDS_PER_CLASS = 4;
/** How many frames nothing may be loading until a press counts as one that opens nothing. */
const CALM_FRAMES = 2;
/** On a busy machine a dialog that does not need to load anything may still come later. */
const PATIENT_FRAMES = 180;

/** A window, and the sizes in which its pages are measured. Pages in its first size are loaded. */
interface Viewer {
  readonly page: EnginePage;
  readonly devices: readonly Device[];
}

const test = base.extend<{ viewers: readonly Viewer[] }>({
  viewers: async ({ openPage, evening }, use) => {
    const page = await openPage(evening.url, SIZES.phone);
    if (page.canResize) return use([{ page, devices: ['phone', 'desktop'] }]);
    const wide = await openPage(evening.url, SIZES.desktop);
    await use([
      { page, devices: ['phone'] },
      { page: wide, devices: ['desktop'] },
    ]);
  },
});
test.use({ env: { ...env, NODE_ENV: 'development' } });
test.describe.configure({ timeout: 900_000 });

/** A page in the sizes of a window, loaded once. */
class Visit {
  readonly dialogs = new Set<string>();
  readonly faults: string[] = [];
  private readonly page: EnginePage;
  private readonly devices: readonly Device[];
  private readonly path: string;
  /** Where controls are pressed. */
  private readonly part: string;
  private readonly frames: number;

  constructor({ page, devices }: Viewer, path: string, part: string, frames: number) {
    this.page = page;
    this.devices = devices;
    this.path = path;
    this.part = part;
    this.frames = frames;
  }

  /**
   * Measures the page, presses one control of each kind in a part of it, and one of each kind in the menus that open,
   * and measures what opens. In a second size only what the first does not have is pressed.
   */
  async run(): Promise<void> {
    const pressed = new Set<string>();
    const [first = 'phone'] = this.devices;
    await this.page.resize(SIZES[first]);
    await this.reload();
    await this.measure(first, null);
    const address = await this.page.address();
    for (const device of this.devices) {
      await this.page.resize(SIZES[device]);
      await this.pressAll(device, address, pressed);
    }
  }

  private async pressAll(device: Device, address: string, pressed: Set<string>): Promise<void> {
    for (;;) {
      await this.returnTo(address);
      const kind = await this.nextKind(pressed);
      if (kind === undefined) return;
      if ((await this.press(device, kind, pressed)) === 'menu') await this.pressInMenu(device, address, kind, pressed);
    }
  }

  /** A menu closes with each choice, so it is opened again for the next one. */
  private async pressInMenu(device: Device, address: string, opener: string, pressed: Set<string>): Promise<void> {
    for (let kind = await this.nextKind(pressed); kind !== undefined; kind = await this.nextKind(pressed)) {
      await this.press(device, kind, pressed);
      await this.returnTo(address);
      await this.page.run(listKinds, this.part, MAX_KINDS_PER_CLASS);
      await this.page.run(pressKind, opener);
      if ((await this.page.run(waitForOpening, this.frames)) !== 'menu') return;
    }
  }

  private async nextKind(pressed: ReadonlySet<string>): Promise<string | undefined> {
    const kinds = await this.page.run(listKinds, this.part, MAX_KINDS_PER_CLASS);
    return kinds.find((kind) => !pressed.has(kind));
  }

  /** Presses a control and measures what it opens. */
  private async press(device: Device, kind: string, pressed: Set<string>): Promise<string | null> {
    pressed.add(kind);
    await this.page.run(pressKind, kind);
    const opened = await this.page.run(waitForOpening, this.frames);
    if (opened !== null) await this.measure(device, opened);
    if (opened !== null && opened !== 'menu') this.dialogs.add(opened);
    return opened;
  }

  private openName(): Promise<string | null> {
    return this.page.run(() => openName());
  }

  /** Looks for faults in all sizes, in that of this device first and last. What a new size closes is not measured. */
  private async measure(device: Device, opened: string | null): Promise<void> {
    await this.findFaults(device, opened);
    for (const other of this.devices.filter((each) => each !== device)) {
      await this.page.resize(SIZES[other]);
      if ((await this.openName()) === opened) await this.findFaults(other, opened);
    }
    await this.page.resize(SIZES[device]);
  }

  private async findFaults(device: Device, opened: string | null): Promise<void> {
    const found = await faultsThatStay(() => this.page.run(findFaults));
    const errors = await this.page.uncaughtErrors();
    const where = [this.path, opened, `on a ${device}`].filter((each) => each !== null).join(', ');
    this.faults.push(...[...found, ...errors].map((fault) => `${where}: ${fault}`));
  }

  private async reload(): Promise<void> {
    // A new hash alone would not load the page again.
    await this.page.open('/api/ping');
    await this.page.open(this.path);
    await expect.poll(() => this.page.run(isLoaded), { timeout: 20_000 }).toBe(true);
  }

  /** Closes what is open; opens the page again where a press has led elsewhere. */
  private async returnTo(address: string): Promise<void> {
    for (let tries = 0; tries < 3 && (await this.openName()) !== null; tries++) await this.page.press('Escape');
    if ((await this.openName()) !== null || (await this.page.address()) !== address) await this.reload();
  }
}

/** Pages, each with the dialogs that its visit must meet. */
type Pages = Readonly<Record<string, readonly string[]>>;

/**
 * Visits all pages, and expects their dialogs and no faults. The frame around the pages is tried on the first one. A
 * page that owes a dialog is visited once more, with patience.
 */
async function visitAll(viewers: readonly Viewer[], pages: Pages): Promise<void> {
  const faults: string[] = [];
  const missing: string[] = [];
  for (const [index, [path, dialogs]] of Object.entries(pages).entries()) {
    let owed = [...dialogs];
    for (const frames of [CALM_FRAMES, PATIENT_FRAMES]) {
      for (const viewer of viewers) {
        const visit = new Visit(viewer, path, index === 0 ? 'body' : 'main', frames);
        await visit.run();
        faults.push(...visit.faults);
        owed = owed.filter((name) => !visit.dialogs.has(name));
      }
      if (owed.length === 0) break;
    }
    missing.push(...owed.map((name) => `${path}: ${name}`));
  }
  expect(faults).toEqual([]);
  expect(missing, 'dialogs that did not open').toEqual([]);
}

const SIGN_IN_PAGES = [
  '/login',
  '/signup',
  '/forgot-password',
  '/reset-password?token=none',
  '/confirm-email?code=123456',
  '/no-such-page',
];

/** Orders and books as a guest. Returns the paths of the order, its receipt, the reservation and its change. */
async function orderAndBook(url: string): Promise<string[]> {
  const api = createClient({ baseUrl: url, apiKey: 'pk_demo' });
  const { order } = await placeOrder(url, 'truro', { specialInstructions: 'No peanuts' });
  const customerInfo = { name: 'Robin Guest', email: `robin.${Date.now()}@example.com`, phone: '902-555-0170' };
  const table = { locationId: 'truro', date: '2026-11-27', time: '18:30', partySize: 2, customerInfo };
  const { manageUrl } = await api.call('createReservation', { body: table });
  const [receipt = '', reservation = ''] = [order.receiptUrl, manageUrl].map((address) =>
    address?.replace(/^https?:\/\/[^/]+/, ''),
  );
  return [receipt, receipt.replace('/receipt/', '/orders/'), reservation, reservation.replace('?', '/change?')];
}

/** Accepts the orders that wait, because their alarm covers the pages of the back office. */
async function acceptOrders(url: string): Promise<void> {
  const api = await clientOf(url, 'admin@demo.test');
  for (const locationId of ['truro', 'new-glasgow']) {
    const { orders } = await api.call('getLocationOrders', { query: { locationId, status: 'pending', limit: 100 } });
    for (const { orderId } of orders) await api.call('updateOrderStatus', { body: { orderId, status: 'preparing' } });
  }
}

/** Pages without dialogs that must open. What others open depends on what the restaurant of the demo is doing. */
const plain = (paths: readonly string[]): Pages => Object.fromEntries(paths.map((path) => [path, []]));

const OFFICE_DIALOGS: Partial<Record<Section, readonly string[]>> = {
  dashboard: ['Net sales'],
  menu: ['Add Item', 'Edit Item', 'Manage Categories', 'Option Groups'],
  kitchen: ['Sold out'],
  reservations: ['New reservation by phone', 'Walk-in'],
  users: ['Edit user', 'Invite somebody to the team'],
  stations: ['New station'],
  locations: ['Add Location', 'Edit Location'],
  connections: ['New API key'],
};

test('every page of a guest without an account and its dialogs fit both windows', async ({ viewers, evening }) => {
  const [receipt = '', order = '', reservation = '', change = ''] = await orderAndBook(evening.url);
  const cancel = { [reservation]: ['Cancel this reservation?'] };
  await visitAll(viewers, { ...plain([...SIGN_IN_PAGES, receipt, order]), ...cancel, ...plain([change]) });
});

test('every page of a signed-in guest and its dialogs fit both windows', async ({ viewers }) => {
  for (const { page } of viewers) {
    await page.open('/menu/truro');
    await page.click('button', 'Add Mango Lassi');
    await signIn(page, 'customer@demo.test');
  }
  await visitAll(viewers, {
    ...plain(PLAIN_PAGES),
    '/dashboard/details': ['Delete your account?'],
    '/devices': ['Change password'],
    '/menu/truro': ['Vegetable Samosas'],
    '/checkout?location=truro': ['Country'],
  });
});

const OTHER_OFFICE_PAGES = plain(['/admin/set-up', '/admin/handbook']);

/** Both halves take about as long, and run at the same time. */
const sections = Object.keys(SECTIONS) as Section[];
const halves = { first: sections.slice(0, sections.length / 2), second: sections.slice(sections.length / 2) };

for (const [half, names] of Object.entries(halves)) {
  test(`the ${half} half of the back office and its dialogs fit both windows`, async ({ viewers, evening }) => {
    await acceptOrders(evening.url);
    for (const { page } of viewers) await signIn(page, 'admin@demo.test');
    const office = names.map((name) => [`/admin/dashboard#${name}`, OFFICE_DIALOGS[name] ?? []] as const);
    await visitAll(viewers, { ...Object.fromEntries(office), ...(half === 'second' && OTHER_OFFICE_PAGES) });
  });
}
