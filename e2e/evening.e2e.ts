import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, Locator, Page } from '@playwright/test';
import type { TiffinClient } from '@tiffin/client';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { clientOf } from './api-client.ts';
import { EVENING, signIn } from './board-page.ts';
import { answers, expect, test } from './fixtures.ts';

/* A whole evening in real browsers: a host seats eight parties, two waiters take their rounds, three cooks finish what
   their screens show, a cashier takes the money, and eight guests order from their phones for the same kitchen. One
   tablet has no connection for ten minutes of its own clock, which is wound forward. Every sum is calculated again here
   from what was ordered. */

const STAFF = 'staff.truro@demo.test';
const MANAGER = 'manager.truro@demo.test';
const LOCATION = { locationId: 'truro' };
const PHONES = 8;
const TEN_MINUTES = 10 * 60_000;
/** The categories of each station; the curries' cook also gets what nobody else makes. */
const STATIONS = { Curries: [], Starters: ['appetizers'], Bar: ['drinks'] };
const SIZES = {
  host: { width: 1280, height: 800 },
  tablet: { width: 1024, height: 768 },
  phone: { width: 390, height: 844 },
} as const;

/** A dish for a seat (0 for all), which may wait for its course. */
type Dish = readonly [name: string, seat: number, course?: 'Mains' | 'Desserts'];

/** What each table orders, round by round. The waiter with the tablet serves the first four, the other one the rest. */
const ROUNDS: Readonly<Record<string, readonly (readonly Dish[])[]>> = {
  1: [
    [
      ['Mango Lassi', 1],
      ['Vegetable Samosas', 2],
      ['Butter Chicken', 1, 'Mains'],
      ['Palak Paneer', 2, 'Mains'],
      ['Paneer Butter Masala', 3, 'Mains'],
    ],
    [['Masala Chai', 3]],
  ],
  2: [
    [
      ['Mango Lassi', 0],
      ['Onion Bhaji', 0],
    ],
    [['Butter Chicken', 0]],
  ],
  3: [
    [
      ['Palak Paneer', 1],
      ['Butter Chicken', 2],
    ],
    [['Mango Lassi', 1]],
  ],
  4: [[['Vegetable Samosas', 0]], [['Masala Chai', 1]]],
  5: [[['Onion Bhaji', 1]], [['Mango Lassi', 2]]],
  6: [[['Butter Chicken', 0]], [['Masala Chai', 0]]],
  7: [[['Mango Lassi', 1]]],
  8: [[['Vegetable Samosas', 1]]],
};
/** What the tablet orders for a table while the other waiter's phone has no connection. */
const MEANWHILE: readonly Dish[] = [['Masala Chai', 1]];

const main = (page: Page) => page.getByRole('main');
const press = (page: Page, name: string | RegExp) => main(page).getByRole('button', { name }).click();
const table = (page: Page, name: string) => main(page).getByRole('button', { name: new RegExp(`^Table ${name}\\b`) });
const choose = (page: Page, group: string, name: string) =>
  page.getByRole('group', { name: group }).getByText(name, { exact: true }).click();

const sumOf = (cents: readonly number[]) => cents.reduce((sum, each) => sum + each, 0);
/** With the tax of Nova Scotia, rounded once for the bill. */
const totalOf = (dishes: readonly number[]) => sumOf(dishes) + Math.round((sumOf(dishes) * 14) / 100);
const inCents = (dollars: number) => Math.round(dollars * 100);
const text = (cents: number) => `$${(cents / 100).toFixed(2)}`;

interface Person {
  readonly email: string | null;
  readonly width: number;
  readonly height: number;
  /** Orders of guests ring on every screen, until one person accepts them. */
  readonly acceptsOrders?: boolean;
  readonly errors: string[];
}

/** Opens a browser of one person. An error in their pages fails the evening. */
async function personAt(
  browser: Browser,
  url: string,
  { email, errors, acceptsOrders = false, ...viewport }: Person,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport });
  context.setDefaultTimeout(30_000);
  context.on('weberror', (error) => void errors.push(String(error.error().stack)));
  const page = await context.newPage();
  const answer = page.getByRole('button', { name: acceptsOrders ? /^Accept Order/ : 'Snooze for a minute' });
  // Somebody else may answer in the same moment, and then the button is gone.
  await page.addLocatorHandler(answer, (button) => button.click({ timeout: 3_000 }).catch(() => undefined));
  if (email !== null) await signIn(page, url, email);
  return page;
}

/** The plan of the tables and the stations of the kitchen. */
async function furnish(manager: TiffinClient): Promise<void> {
  const { version } = await manager.call('getFloor', { query: LOCATION });
  const tables = Array.from({ length: 9 }, (_, index) => ({
    name: String(index + 1),
    area: 'Room',
    seats: 4,
    x: 40 + 380 * (index % 3),
    y: 40 + 260 * Math.floor(index / 3),
    width: 240,
    height: 160,
    shape: 'rectangle' as const,
  }));
  await manager.call('saveFloor', { body: { ...LOCATION, version, areas: [{ name: 'Room' }], tables } });
  for (const [name, categories] of Object.entries(STATIONS)) {
    await manager.call('saveStation', {
      body: { ...LOCATION, name, kind: 'cook', isDefault: name === 'Curries', categories },
    });
  }
}

const openFloor = async (page: Page) => {
  await page.evaluate(() => (location.hash = 'floor'));
  await expect(table(page, '1')).toBeVisible();
};

async function seat(host: Page, name: string): Promise<void> {
  await table(host, name).click();
  const form = host.getByRole('form', { name: 'Seat a party' });
  await form.getByRole('button', { name: /more guest/ }).click({ clickCount: 2 });
  await form.getByRole('button', { name: `Seat 4 guests at table ${name}` }).click();
  await expect(table(host, name)).toContainText('4 guests');
}

/** Sends a round from the floor over the till. */
async function sendRound(
  page: Page,
  name: string,
  dishes: readonly Dish[],
  outcome: 'was sent' | 'will be sent' = 'was sent',
): Promise<void> {
  await openFloor(page);
  await table(page, name).click();
  // The dishes open at once, unless the party waits for somebody. Its panel is read, then.
  const addDishes = page.getByRole('link', { name: 'Add dishes' });
  await expect(addDishes.or(page.getByRole('heading', { name: `Add to Table ${name}` }))).toBeVisible();
  if (await addDishes.isVisible()) await addDishes.click();
  for (const [dish, seatNumber, course = 'Now'] of dishes) {
    await choose(page, 'Next dish for seat', seatNumber === 0 ? 'All' : String(seatNumber));
    await choose(page, 'Course', course);
    await main(page)
      .getByRole('button', { name: new RegExp(`^${dish}`) })
      .first()
      .click();
  }
  await press(page, /^Send \d/);
  await expect(page.getByText(`Table ${name}: the round ${outcome}`).last()).toBeVisible();
}

async function openBill(page: Page, name: string) {
  await openFloor(page);
  await table(page, name).click();
  const bill = page.getByRole('region', { name: `Bill of Table ${name}` });
  const panel = page.getByRole('link', { name: 'Move or free' });
  await expect(bill.or(panel)).toBeVisible();
  if (await panel.isVisible()) await panel.click();
  return bill;
}

async function openPayment(page: Page, name: string) {
  const bill = await openBill(page, name);
  await bill.getByRole('button', { name: 'Split or pay' }).last().click();
  return page.getByRole('dialog', { name: `Pay Table ${name}` });
}

type Payment = Awaited<ReturnType<typeof openPayment>>;
const stillToPay = (pay: Payment, cents: number) =>
  expect(pay.getByRole('status').filter({ hasText: 'Still to pay' })).toContainText(text(cents));

/** Takes what the form offers, or an amount, with this tender. */
async function take(
  pay: Payment,
  { tender, amount, tip }: { tender: 'Cash' | 'Debit' | 'Card terminal'; amount?: string; tip?: string },
): Promise<void> {
  const taken = pay.getByRole('definition').filter({ hasText: '−$' });
  const before = await taken.count();
  await pay.getByRole('radio', { name: tender }).check();
  if (tender !== 'Cash') await pay.getByLabel('Number on the slip').fill('4711');
  if (amount !== undefined) await pay.getByLabel('This guest pays').fill(amount);
  if (tip !== undefined) await pay.getByLabel('Tip on top').fill(tip);
  await pay.getByRole('button', { name: /^Take \$/ }).click();
  await expect(taken).toHaveCount(before + 1);
}

async function finish(pay: Payment): Promise<void> {
  await expect(pay.getByText('All paid')).toBeVisible();
  await pay.getByRole('button', { name: 'Done' }).click();
  await expect(pay).toBeHidden();
}

interface Cook {
  /** How many of each dish this cook finished. */
  readonly made: Map<string, number>;
  /** Works until nothing is left. */
  finish(): Promise<void>;
}

/** A cook finishes whatever the screen of the station offers, and writes down what it was. */
function cookAt(page: Page, errors: string[]): Cook {
  const made = new Map<string, number>();
  const shift = { isOver: false };
  const tickets = page.getByRole('region', { name: 'Kitchen' }).getByRole('article');
  const open = tickets.filter({ has: page.getByRole('button', { name: 'Done', exact: true }) });
  async function work(): Promise<void> {
    while (!shift.isOver || (await open.count()) > 0) {
      const ticket = open.first();
      if ((await open.count()) === 0) {
        await ticket.waitFor({ timeout: 500 }).catch(() => undefined);
        continue;
      }
      const id = (await ticket.getAttribute('data-ticket')) ?? '';
      const own = tickets.and(page.locator(`[data-ticket="${id}"]`));
      const dishes = await own.locator('[data-block=line] > button').evaluateAll((buttons) =>
        buttons.map((button) => {
          const textOf = (part: string) => button.querySelector(part)?.textContent ?? '';
          return { quantity: textOf('b'), dish: textOf('span > span') };
        }),
      );
      await own.getByRole('button', { name: 'Done', exact: true }).click();
      await expect(own.getByRole('button', { name: 'Done', exact: true })).toHaveCount(0);
      for (const { quantity, dish } of dishes) made.set(dish, (made.get(dish) ?? 0) + Number(quantity));
    }
  }
  const working = work().catch((error: unknown) => void errors.push(String(error)));
  return {
    made,
    finish() {
      shift.isOver = true;
      return working;
    },
  };
}

/** A guest orders from a phone, without an account. */
async function orderByPhone(page: Page, guest: number): Promise<void> {
  await page.goto('/menu/truro');
  await answers(page);
  await page.getByRole('button', { name: 'Add Mango Lassi', exact: true }).first().click();
  await page.getByRole('button', { name: /View order/ }).click();
  await page
    .getByRole('dialog', { name: 'Your order' })
    .getByRole('link', { name: /^Checkout/ })
    .click();
  await page.getByRole('textbox', { name: 'Full Name' }).fill(`Guest ${'ABCDEFGH'[guest]}`);
  await page.getByRole('textbox', { name: 'Email Address' }).fill(`guest${guest}@example.test`);
  await page.getByRole('radio', { name: /^Cash/ }).check();
  await page.locator('button:visible', { hasText: 'Place Order' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Order Confirmed!', { timeout: 30_000 });
}

test('an evening of eight tables, two waiters, three cooks and eight phones leaves every sum right', async ({
  browser,
}) => {
  test.setTimeout(300_000);
  await using server = await startServer({
    env: { CLOCK_AT: EVENING.env.CLOCK_AT, RATE_LIMITS: '0', CHECK_ANSWERS: '1' },
  });
  const { url } = server;
  const manager = await clientOf(url, MANAGER);
  await furnish(manager);
  const { items } = await manager.call('getLocationMenu', { query: LOCATION });
  const priceOf = (dish: string) => inCents(items.find(({ name }) => name === dish)?.price ?? Number.NaN);
  const errors: string[] = [];
  const person = (size: Pick<Person, 'width' | 'height' | 'acceptsOrders'>, email: string | null = STAFF) =>
    personAt(browser, url, { ...size, email, errors });

  const [host, tablet, phone, cashier] = await Promise.all([
    person(SIZES.host),
    person(SIZES.tablet),
    person(SIZES.phone),
    person(SIZES.host, MANAGER),
  ]);
  await phone.clock.install({ time: new Date(EVENING.env.CLOCK_AT) });
  for (const page of [host, tablet, phone, cashier]) {
    await page.goto('/admin/dashboard#floor');
    await expect(table(page, '1')).toBeVisible({ timeout: 30_000 });
  }
  // The text of a free table is in its middle.
  const middle = (part: Locator) =>
    part.evaluate((element) => {
      const { left, right } = element.getBoundingClientRect();
      return (left + right) / 2;
    });
  expect(await middle(table(host, '1').locator('b'))).toBeCloseTo(await middle(table(host, '1')), 0);
  const cooks: Cook[] = [];
  for (const name of Object.keys(STATIONS)) {
    const screen = await person({ ...SIZES.host, acceptsOrders: cooks.length === 0 });
    await screen.goto('/admin/dashboard#orders');
    await screen.getByRole('button', { name: 'Kitchen', exact: true }).click({ timeout: 30_000 });
    const picker = screen.getByLabel('Station');
    await picker.selectOption({ label: `${name} 0` });
    cooks.push(cookAt(screen, errors));
  }

  const ordering = (async () => {
    for (let guest = 0; guest < PHONES; guest++) {
      const page = await person(SIZES.phone, null);
      await orderByPhone(page, guest);
      await page.context().close();
    }
  })().catch((error: unknown) => void errors.push(String(error)));

  for (const name of Object.keys(ROUNDS)) await seat(host, name);
  const serve = async (page: Page, names: readonly string[]) => {
    for (const round of [0, 1]) {
      for (const name of names) {
        const dishes = ROUNDS[name]?.[round];
        if (dishes) await sendRound(page, name, dishes);
      }
    }
  };
  await Promise.all([serve(tablet, ['1', '2', '3', '4']), serve(phone, ['7', '8'])]);
  for (const name of ['5', '6']) await sendRound(phone, name, ROUNDS[name]?.[0] ?? []);

  // Without a connection the phone takes a round for a table that the tablet serves as well, and one for a table that
  // pays in the meantime.
  await phone.context().setOffline(true);
  for (const name of ['5', '6']) await sendRound(phone, name, ROUNDS[name]?.[1] ?? [], 'will be sent');
  await sendRound(tablet, '5', MEANWHILE);
  const costs = (dishes: readonly Dish[]) => dishes.map(([dish]) => priceOf(dish));
  const paidEarly = await openPayment(cashier, '6');
  await stillToPay(paidEarly, totalOf(costs(ROUNDS[6]?.[0] ?? [])));
  await take(paidEarly, { tender: 'Cash' });
  await finish(paidEarly);
  await phone.clock.fastForward(TEN_MINUTES);
  await phone.context().setOffline(false);
  await expect(phone.getByRole('status', { name: 'Changes made without a connection' })).toBeHidden({
    timeout: 60_000,
  });

  const mains = await openBill(tablet, '1');
  await mains.getByRole('button', { name: 'Fire the mains' }).click();
  await expect(mains.getByText('Held', { exact: true })).toHaveCount(0);
  const eight = await openBill(host, '8');
  await eight.getByRole('button', { name: 'Merge…' }).click();
  await host.getByRole('menuitem', { name: 'Table 7', exact: true }).click();
  await host.getByRole('dialog').getByRole('button', { name: 'Merge', exact: true }).click();
  await expect(host.getByText('Everything is on the bill of Table 7 now')).toBeVisible();
  await ordering;

  const dishesOf = (...names: string[]) => names.flatMap((name) => ROUNDS[name]?.flat() ?? []);
  const owed: Readonly<Record<string, number>> = {
    1: totalOf(costs(dishesOf('1'))),
    2: totalOf(costs(dishesOf('2'))),
    3: totalOf(costs(dishesOf('3'))),
    4: totalOf(costs(dishesOf('4'))),
    5: totalOf(costs([...dishesOf('5'), ...MEANWHILE])),
    // Its first round was paid.
    6: totalOf(costs(ROUNDS[6]?.[1] ?? [])),
    7: totalOf(costs(dishesOf('7', '8'))),
  };
  const ways: Readonly<Record<string, (pay: Payment) => Promise<void>>> = {
    async 1(pay) {
      await pay.getByRole('button', { name: 'By seat' }).click();
      await expect(pay.getByRole('button', { name: /^Seat 3/ })).toBeVisible();
      await take(pay, { tender: 'Cash' });
      await take(pay, { tender: 'Debit' });
      await take(pay, { tender: 'Card terminal', tip: '2' });
    },
    async 2(pay) {
      await pay.getByRole('button', { name: 'In parts' }).click();
      await pay.getByRole('button', { name: '3', exact: true }).click();
      await expect(pay.getByRole('button', { name: /^Part 3/ })).toBeVisible();
      for (const tender of ['Cash', 'Cash', 'Debit'] as const) await take(pay, { tender });
    },
    async 3(pay) {
      await pay.getByRole('button', { name: 'By dish' }).click();
      await pay.getByRole('checkbox', { name: /^Butter Chicken/ }).check();
      await pay.getByRole('button', { name: /^Split, / }).click();
      await expect(pay.getByRole('button', { name: /^The rest/ })).toBeVisible();
      await take(pay, { tender: 'Debit' });
      await take(pay, { tender: 'Cash' });
    },
    async 4(pay) {
      await take(pay, { tender: 'Debit', amount: '5', tip: '1' });
      await take(pay, { tender: 'Cash' });
    },
  };
  const { tabs } = await manager.call('getTabs', { query: LOCATION });
  for (const [name, sum] of Object.entries(owed)) {
    const pay = await openPayment(cashier, name);
    await stillToPay(pay, sum);
    await (ways[name] ?? ((each) => take(each, { tender: 'Cash' })))(pay);
    await finish(pay);
    await press(cashier, 'Free the table');
    await expect(table(cashier, name)).toContainText('4 seats');
  }

  for (const cook of cooks) await cook.finish();
  expect(errors).toEqual([]);
  const wanted = new Map([['Mango Lassi', PHONES]]);
  for (const [dish] of [...Object.values(ROUNDS).flat(2), ...MEANWHILE]) wanted.set(dish, (wanted.get(dish) ?? 0) + 1);
  const made = new Map<string, number>();
  for (const [dish, count] of cooks.flatMap((cook) => [...cook.made])) made.set(dish, (made.get(dish) ?? 0) + count);
  expect(made).toEqual(wanted);
  for (const { billId, tableName } of tabs) {
    const { bill } = await manager.call('getBill', { query: { billId } });
    const paid = bill.payments.filter(({ status }) => status === 'succeeded').map(({ amount }) => inCents(amount));
    const total = inCents(bill.total);
    expect([tableName, bill.due, sumOf(paid)]).toEqual([tableName, 0, total]);
  }
  for (const context of browser.contexts()) await context.close();
  await checkBooks(server);
});

/** The data audit and the checker of exports, which shares no code with the server, find nothing. */
async function checkBooks({ dataDir }: ServerProcess): Promise<void> {
  const CLOCK_AT = new Date(Date.parse(EVENING.env.CLOCK_AT) + TEN_MINUTES).toISOString();
  const env = { ...process.env, NODE_ENV: 'test', DATA_DIR: dataDir, CLOCK_AT };
  const run = promisify(execFile);
  const command = (name: string) => path.join(import.meta.dirname, '../apps/server/src/operations/cli', name);
  const audit = () =>
    run(process.execPath, [command('admin.ts'), 'audit'], { env }).then(
      () => 'clean',
      ({ stdout, stderr }: { stdout: string; stderr: string }) => stdout + stderr,
    );
  // Figures follow the last payment after a moment.
  await expect.poll(audit, { timeout: 30_000 }).toBe('clean');
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-evening-'));
  try {
    await run(process.execPath, [command('export.ts'), folder], { env });
    const { stdout } = await run('python3', [path.join(import.meta.dirname, '../tools/check-export.py'), folder]);
    expect(stdout).toMatch(/^yes: everything adds up/);
  } finally {
    await rm(folder, { recursive: true });
  }
}
