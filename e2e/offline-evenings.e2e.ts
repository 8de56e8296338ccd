import type { BrowserContext, Page } from '@playwright/test';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { TiffinClient } from '@tiffin/client';
import { newRandom } from '@tiffin/server/testing/random';
import { startServer } from '@tiffin/server/testing/server-process';
import { clientOf } from './api-client.ts';
import { EVENING, place, putOff, signIn } from './board-page.ts';
import { expect, test } from './fixtures.ts';
import { bar, browserOn, storedRows, waitForStoredSite } from './stored-site.ts';

/* Tills with real browsers that lose the network and are killed. Named, or with `npm test -- all`. */

const OWN = { ...EVENING.env, RATE_LIMITS: '0' };
const MANAGER = 'manager.truro@demo.test';
const TILL = '/admin/dashboard#create-order';
const EVENINGS = Number(process.env['RANDOM_EVENINGS'] ?? 1);
const SEED = Number(process.env['SEED'] ?? 1);
const STEPS = 18;
const WAITING = Number(process.env['WAITING_ORDERS'] ?? 100);

const lassi = (page: Page) => page.getByRole('button', { name: /^Mango Lassi/ });
const takeCash = (page: Page) => page.getByRole('button', { name: /^Take .* in cash/ });

/** Ends the browser of this profile at once, as a flat battery does. */
async function kill(folder: string): Promise<void> {
  for (const pid of await readdir('/proc')) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    const isBrowser = command.includes(`--user-data-dir=${folder}`) && !command.includes('--type=');
    if (isBrowser) process.kill(Number(pid), 'SIGKILL');
  }
}

/** The numbers of the orders that wait on this device. */
async function waitingSales(page: Page): Promise<string[]> {
  const rows = await storedRows(page, 'tiffin_queue', 'changes');
  return rows.map((row) => (row as { body: { number: string } }).body.number);
}

/** Opens the till and waits until it can also be opened without the network. */
async function prepare(page: Page, url: string, drawerId: string): Promise<void> {
  await signIn(page, url, MANAGER);
  await page.goto(url + TILL);
  await page.evaluate((id) => localStorage.setItem('tiffin_drawer', id), drawerId);
  await page.reload();
  await expect(lassi(page)).toBeVisible({ timeout: 30_000 });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('tiffin_device'))).toMatch(/"letter":"[A-Z]+"/);
  const answers = async () => JSON.stringify(await storedRows(page, 'tiffin_kept', 'answers'));
  await expect.poll(answers, { timeout: 20_000 }).toContain('Mango Lassi');
  await waitForStoredSite(page);
}

async function openDrawers(manager: TiffinClient, names: readonly string[]): Promise<string[]> {
  const body = { locationId: 'truro', drawers: names.map((name) => ({ name })) };
  const { drawers } = await manager.call('saveDrawers', { body });
  const ids = names.map((name) => drawers.find((each) => each.name === name)?.drawerId ?? '');
  for (const drawerId of ids) await manager.call('openDrawer', { body: { drawerId, counted: 100 } });
  return ids;
}

interface Till {
  readonly folder: string;
  readonly drawerId: string;
  browser: BrowserContext;
  page: Page;
  isOffline: boolean;
}

async function openTill(drawerId: string): Promise<Till> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-till-'));
  const browser = await browserOn(folder);
  return { folder, drawerId, browser, page: browser.pages()[0] ?? (await browser.newPage()), isOffline: false };
}

/** Chromium stores cookies every 30 s. If it is killed before, it has forgotten who signed in. */
async function waitForStoredSession({ folder }: Till): Promise<void> {
  const cookies = path.join(folder, 'Default', 'Cookies');
  await expect.poll(async () => (await readFile(cookies)).includes('session_token'), { timeout: 60_000 }).toBe(true);
}

/** Starts a killed browser again, also where it has no network. */
async function restart(till: Till, url: string): Promise<void> {
  till.browser = await browserOn(till.folder);
  await till.browser.setOffline(till.isOffline);
  till.page = till.browser.pages()[0] ?? (await till.browser.newPage());
  await till.page.goto(url + TILL, { waitUntil: 'commit' });
  await expect(lassi(till.page)).toBeVisible({ timeout: 30_000 });
}

async function sell({ page }: Till): Promise<void> {
  if (!(await hasDishes(page))) await lassi(page).click();
  await takeCash(page).click();
  await page.getByRole('button', { name: 'Exact' }).click();
  await page.getByRole('button', { name: /^Cash received/ }).click();
  await expect(page.getByRole('heading', { name: /^Order .+ (waits on this device|created)$/ })).toBeVisible({
    timeout: 20_000,
  });
}

const hasDishes = async (page: Page) => (await takeCash(page).isVisible()) && (await takeCash(page).isEnabled());

/** Presses until the cash is received, and kills the browser while the order is stored or sent. */
async function killWhileSelling(till: Till, afterMs: number): Promise<void> {
  const { page, browser, folder } = till;
  if (!(await hasDishes(page))) await lassi(page).click();
  await takeCash(page).click();
  await page.getByRole('button', { name: 'Exact' }).click();
  const pressed = page
    .getByRole('button', { name: /^Cash received/ })
    .click()
    .catch(() => {});
  await pause(afterMs);
  // Closing a killed browser may never end.
  const ended = browser.waitForEvent('close', { timeout: 10_000 }).catch(() => {});
  await kill(folder);
  await ended;
  await pressed;
}

/** The orders that wait on these devices or have arrived, each once. */
async function ordersOf(tills: readonly Till[], manager: TiffinClient): Promise<Set<string>> {
  const { orders } = await manager.call('getLocationOrders', { query: { locationId: 'truro', limit: 100 } });
  const waiting = await Promise.all(tills.map(({ page }) => waitingSales(page)));
  return new Set([...orders.map(({ id, offlineNumber }) => offlineNumber ?? id), ...waiting.flat()]);
}

test.use({ serviceWorkers: 'allow' });

for (let seed = SEED; seed < SEED + EVENINGS; seed++) {
  test(`in random evening ${seed} three tills that lose the network and are killed sell each order once, to the cent`, async () => {
    test.setTimeout(600_000);
    await using server = await startServer({ env: OWN });
    const { url } = server;
    const manager = await clientOf(url, MANAGER);
    const tills = await Promise.all((await openDrawers(manager, ['One', 'Two', 'Three'])).map(openTill));
    const random = newRandom(seed);
    const steps: string[] = [];
    try {
      await Promise.all(tills.map((till) => prepare(till.page, url, till.drawerId)));
      await Promise.all(tills.map(waitForStoredSession));
      const before = await ordersOf(tills, manager);
      const sold = new Map<Till, number>(tills.map((till) => [till, 0]));
      for (let step = 0; step < STEPS; step++) {
        const till = tills[random.int(0, 2)] as Till;
        const name = `till ${tills.indexOf(till) + 1}`;
        const dice = random.int(1, 100);
        if (dice <= 25) {
          till.isOffline = !till.isOffline;
          await till.browser.setOffline(till.isOffline);
          steps.push(`${name} ${till.isOffline ? 'is cut off' : 'is connected'}`);
          continue;
        }
        if (dice <= 40) {
          await till.page.reload({ waitUntil: 'commit' });
          await expect(lassi(till.page)).toBeVisible({ timeout: 30_000 });
          steps.push(`${name} is reloaded`);
          continue;
        }
        if (dice <= 65) {
          const placed = (await ordersOf(tills, manager)).size;
          await killWhileSelling(till, random.int(0, 400));
          await restart(till, url);
          // As a person does: sell what the till still has, or what is not among the orders.
          const isLost = (await ordersOf(tills, manager)).size === placed;
          const isTyped = await hasDishes(till.page);
          if (isTyped || isLost) await sell(till);
          steps.push(`${name} is killed and ${isTyped ? 'has the order' : isLost ? 'has nothing' : 'has sold it'}`);
        } else {
          await sell(till);
          steps.push(`${name} sells`);
        }
        sold.set(till, (sold.get(till) ?? 0) + 1);
      }
      for (const till of tills) {
        till.isOffline = false;
        await till.browser.setOffline(false);
      }
      for (const { page } of tills) await expect.poll(() => waitingSales(page), { timeout: 60_000 }).toEqual([]);

      const { orders } = await manager.call('getLocationOrders', { query: { locationId: 'truro', limit: 100 } });
      const taken = orders.filter(({ id, offlineNumber }) => !before.has(offlineNumber ?? id));
      expect(taken).toHaveLength([...sold.values()].reduce((sum, count) => sum + count, 0));
      const numbers = taken.flatMap(({ offlineNumber }) => offlineNumber ?? []);
      expect(new Set(numbers).size).toBe(numbers.length);
      expect(
        taken.every(({ paymentStatus, paymentMethod }) => paymentStatus === 'paid' && paymentMethod === 'cash'),
      ).toBe(true);
      const coins = Math.round((taken[0]?.pricing.total ?? 0) * 20) * 5;
      for (const till of tills) {
        const body = { drawerId: till.drawerId, counted: { '100': 1 }, reason: 'Counted without the sales' };
        const { expected } = await manager.call('closeDrawer', { body });
        expect(Math.round(expected * 100)).toBe(100_00 + coins * (sold.get(till) ?? 0));
      }
    } finally {
      process.stdout.write(`evening ${seed}: ${steps.join(', ')}\n`);
      for (const { folder } of tills) {
        await kill(folder);
        await rm(folder, { recursive: true, force: true, maxRetries: 3 });
      }
    }
  });
}

test(`${WAITING} orders of a till without the network arrive once, while the board is used (figures are printed and have no limit)`, async ({
  page: board,
}) => {
  test.setTimeout(300_000);
  await using server = await startServer({ env: OWN });
  const { url } = server;
  const manager = await clientOf(url, MANAGER);
  const [till] = await Promise.all((await openDrawers(manager, ['One'])).map(openTill));
  if (!till) throw new Error('there is one drawer');
  try {
    await prepare(till.page, url, till.drawerId);
    await signIn(board, url, 'staff.truro@demo.test');
    await board.goto(`${url}/admin/dashboard#orders`);
    await expect(board.getByText('Live', { exact: true })).toBeVisible();
    // The alarm of new orders is put off for a minute, so that the board can be pressed.
    await place(board, url);
    await putOff(board);
    const putOffAt = Date.now();
    till.isOffline = true;
    await till.browser.setOffline(true);
    await expect(bar(till.page)).toContainText('No connection');
    await sell(till);
    await multiplySale(till.page, WAITING);
    await expect(bar(till.page)).toContainText(`${WAITING} orders and`, { timeout: 20_000 });
    const reloadedAt = Date.now();
    await till.page.reload({ waitUntil: 'commit' });
    await expect(lassi(till.page)).toBeVisible();
    await lassi(till.page).click();
    await expect(takeCash(till.page)).toBeEnabled();
    const reloadMs = Date.now() - reloadedAt;

    const connectedAt = Date.now();
    await till.browser.setOffline(false);
    const presses: number[] = [];
    const column = board.locator('[data-column=pending] [data-ticket]');
    while ((await waitingSales(till.page)).length > 0) {
      if (Date.now() - connectedAt > 240_000) break;
      // Before the minute is over and the alarm is back.
      if (Date.now() - putOffAt > 40_000) {
        await pause(200);
        continue;
      }
      const first = column.first();
      if (!(await first.isVisible())) continue;
      const id = await first.getAttribute('data-ticket');
      const pressedAt = Date.now();
      const start = board.locator(`[data-ticket="${id}"]`).getByRole('button', { name: 'Start Preparing' });
      await start.click();
      await expect(board.locator(`[data-column=preparing] [data-ticket="${id}"]`)).toBeVisible();
      presses.push(Date.now() - pressedAt);
    }
    const seconds = (Date.now() - connectedAt) / 1000;
    const middle = presses.toSorted((a, b) => a - b)[Math.floor(presses.length / 2)];
    process.stdout.write(
      `${WAITING} orders arrived in ${seconds.toFixed(1)} s; ${presses.length} presses on the board took ${middle} ms in the middle, ${Math.max(...presses)} at most; the till sold ${reloadMs} ms after a reload without the network\n`,
    );
    expect(await waitingSales(till.page)).toEqual([]);
    const body = { drawerId: till.drawerId, counted: { '100': 1 }, reason: 'Counted without the sales' };
    const { expected } = await manager.call('closeDrawer', { body });
    const { orders } = await manager.call('getLocationOrders', { query: { locationId: 'truro', limit: 1 } });
    const coins = Math.round((orders[0]?.pricing.total ?? 0) * 20) * 5;
    expect(Math.round(expected * 100)).toBe(100_00 + coins * WAITING);
  } finally {
    await board.goto('about:blank');
    await till.browser.close().catch(() => {});
    await rm(till.folder, { recursive: true, force: true, maxRetries: 3 });
  }
});

/** Copies the only waiting sale until so many wait, each with its own key and number. */
async function multiplySale(page: Page, total: number): Promise<void> {
  await page.evaluate(
    (count) =>
      new Promise<void>((resolve, reject) => {
        indexedDB.open('tiffin_queue').addEventListener('success', ({ target }) => {
          const db = (target as IDBOpenDBRequest).result;
          const tx = db.transaction('changes', 'readwrite');
          const rows = tx.objectStore('changes');
          rows.getAll().addEventListener('success', ({ target: read }) => {
            const [sale] = (read as IDBRequest).result;
            const [letter] = sale.body.number.split('-');
            for (let n = 1; n < count; n++) {
              const { place: first, ...rest } = sale;
              const number = `${letter}-${first + n}`;
              const id = crypto.randomUUID();
              rows.add({
                ...rest,
                id,
                about: sale.about.replace(sale.body.number, number),
                body: { ...sale.body, number },
              });
            }
          });
          tx.addEventListener('complete', () => (db.close(), resolve()));
          tx.addEventListener('error', () => reject(tx.error));
        });
      }),
    total,
  );
}
