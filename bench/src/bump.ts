import type { Browser, Page } from '@playwright/test';
import { asRecord } from '@tiffin/domain/core';
import { DEMO_CUSTOMER_KEY, DEMO_PASSWORD } from '@tiffin/demo/people';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import { startServer } from '@tiffin/server/testing/server-process';
import { signIn } from '@tiffin/server/testing/sign-in';
import { buildWeb } from '../../scripts/web.mjs';
import type { Benchmark, Report } from './benchmark.ts';
import { openBrowser } from './browser.ts';
import { openStations } from './evening/kitchen.ts';
import { ask, type Restaurant } from './evening/person.ts';
import { Tally } from './evening/tally.ts';
import { median, percentile } from './measure.ts';

const OPEN = 300;
/** As many bumps of each screen are measured. */
const BUMPS = 30;
/** How much slower a mid-range tablet is than this machine. */
const SLOWER = 4;
const AT_MOST_MS = 50;
const AT_ONCE = 10;
/** A Friday evening in Halifax: the kitchen is open. */
const CLOCK_AT = '2026-11-20T22:00:00Z';
const COOK = 'staff.truro@demo.test';

/** Four stations, and one dish of each on every order. */
const STATIONS = [
  { name: 'Grill', itemIds: ['lamb-seekh-kebab'] },
  { name: 'Fryer', itemIds: ['onion-bhaji'] },
  { name: 'Curry', itemIds: ['dal-tadka'] },
  { name: 'Bar', itemIds: ['mango-lassi'] },
] as const;

export const bump: Benchmark = {
  name: 'bump',
  about: `a bump in a kitchen with ${OPEN} open orders and four stations, from the press to the painted frame, CPU ${SLOWER} × slower`,
  async run(report, request) {
    await buildWeb();
    await using server = await startServer({ env: { DEMO: '1', RATE_LIMITS: '0', CLOCK_AT } });
    report.step(`${OPEN} orders are placed and accepted`);
    const grill = await fillKitchen(server.url);
    const browser = await openBrowser();
    const bumps = request.rounds ?? (request.short ? 3 : BUMPS);
    try {
      report.step(`${bumps} bumps at the grill, then at the pass`);
      await measureScreen(report, 'at the grill', await openKitchen(browser, server.url, grill), bumps);
      await measureScreen(report, 'at the pass', await openKitchen(browser, server.url, null), bumps);
    } finally {
      await browser.close();
    }
  },
};

/** Creates the stations and the orders. Returns the id of the grill. */
async function fillKitchen(url: string): Promise<string> {
  const restaurant: Restaurant = { urls: [url], tally: new Tally(), patienceMs: null };
  const manager = await signIn(url, 'manager.truro@demo.test');
  const [grill = ''] = await openStations(restaurant, 'truro', manager, STATIONS);
  const site = { 'x-api-key': DEMO_CUSTOMER_KEY };
  const query = { locationId: 'truro' };
  const place = await ask(restaurant, 'getLocation', { query }, { as: site });
  const menu = await ask(restaurant, 'getLocationMenu', { query }, { as: site });
  if (!place.ok || !menu.ok) throw new Error('the menu could not be read');
  const dishes = Object.fromEntries(STATIONS.flatMap(({ itemIds }) => itemIds.map((id) => [id, 1])));
  const body = { ...payloadFor(place.body.location, menu.body, { dishes }), agreesToWait: true };
  for (let placed = 0; placed < OPEN; placed += AT_ONCE) {
    const orders = await Promise.all(
      Array.from({ length: AT_ONCE }, () => ask(restaurant, 'createCustomerOrderCash', { body }, { as: site })),
    );
    const updates = orders.flatMap((order) =>
      order.ok ? [{ orderId: order.body.orderId, newStatus: 'preparing' as const }] : [],
    );
    if (updates.length < AT_ONCE) throw new Error(restaurant.tally.errors.join('\n') || 'an order was refused');
    await ask(restaurant, 'updateMultipleOrderStatuses', { body: { updates } }, { as: manager });
  }
  return grill;
}

/** Opens the kitchen view of a station, or of the pass, which sees everything. */
async function openKitchen(browser: Browser, url: string, station: string | null): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-CA' });
  const data = { email: COOK, password: DEMO_PASSWORD };
  await context.request.post(`${url}/api/auth/sign-in/email`, { data, headers: { origin: url } });
  await context.addInitScript((id) => {
    localStorage.setItem('tiffin_kitchen', 'on');
    if (id !== null) localStorage.setItem('tiffin_station', id);
  }, station);
  const page = await context.newPage();
  await page.goto(`${url}/admin/dashboard#orders`);
  await page.locator(FINISH).waitFor({ timeout: 60_000 });
  return page;
}

/** The button of the ticket that is due first. */
const FINISH = '[data-kitchen] [aria-keyshortcuts="1"]';

/** Alternates bumps and presses that change one word, which show how fast this machine paints at all. */
async function measureScreen(report: Report, where: string, page: Page, bumps: number): Promise<void> {
  await page.evaluate(addPlainButton);
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const ours: number[] = [];
  const plain: number[] = [];
  for (let round = 0; round < bumps; round++) {
    ours.push(await pressUntilPainted(page, FINISH));
    plain.push(await pressUntilPainted(page, '#plain'));
  }
  await page.context().close();
  report.figure(`${where}: bump, median`, median(ours), 'ms', { atMost: AT_MOST_MS });
  report.figure(`${where}: bump, p95`, percentile(ours, 95), 'ms');
  report.figure(`${where}: a press that changes one word, median`, median(plain), 'ms');
  report.figure(`${where}: bump, how many times as long`, median(ours) / median(plain), '×');
}

function addPlainButton(): void {
  const button = document.createElement('button');
  button.id = 'plain';
  button.style.cssText = 'position:fixed;inset:0 auto auto 0;z-index:99999;width:20px;height:20px';
  button.addEventListener('click', () => (button.textContent = button.textContent === 'a' ? 'b' : 'a'));
  document.body.append(button);
}

/** Milliseconds from the press to the frame that shows its effect. Then waits until the page rests. */
async function pressUntilPainted(page: Page, selector: string): Promise<number> {
  const box = await page.locator(selector).boundingBox();
  if (!box) throw new Error(`there is no ${selector}`);
  // The listener is there before the press.
  const painted = await page.evaluateHandle(untilPainted, selector);
  const isBump = selector === FINISH;
  const saved = isBump ? page.waitForResponse(/\/api\/(bumpLines|updateOrderStatus)$/) : null;
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  const took = await painted.evaluate(({ frame }) => frame);
  const answer = await saved?.then((response) => response.json() as Promise<unknown>);
  if (saved && asRecord(answer)?.['success'] !== true)
    throw new Error(`the bump was refused: ${JSON.stringify(answer)}`);
  await page.evaluate(() => new Promise<void>((resolve) => requestIdleCallback(() => resolve(), { timeout: 1000 })));
  return took;
}

/** The press is timed by the browser. A task queued in the frame runs after that frame was painted. */
function untilPainted(selector: string): { readonly frame: Promise<number> } {
  const button = document.querySelector(selector);
  const frame = new Promise<number>((resolve, reject) => {
    setTimeout(() => reject(new Error(`the press of ${selector} was not painted within 20 s`)), 20_000);
    document.addEventListener(
      'click',
      ({ timeStamp }) => {
        const observer = new MutationObserver(() => {
          const isDone = selector === '#plain' || button !== document.querySelector(selector);
          if (!isDone) return;
          observer.disconnect();
          requestAnimationFrame(() => {
            const { port1, port2 } = new MessageChannel();
            port1.addEventListener('message', () => resolve(performance.now() - timeStamp));
            port1.start();
            port2.postMessage(null);
          });
        });
        observer.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
      },
      { capture: true, once: true },
    );
  });
  return { frame };
}
