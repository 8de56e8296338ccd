import type { Page } from '@playwright/test';
import { payloadFor } from '@tiffin/server/testing/order-payload';
import { putOff } from './board-page.ts';
import { expect, test } from './fixtures.ts';

const OPEN = 300;
/** How much slower a mid-range tablet is than this machine. */
const SLOWER = 4;
const ROUNDS = 1;

test('the board scrolls and updates with 300 open orders (figures are printed and have no limit)', async ({
  page,
  ownServer,
}) => {
  test.setTimeout(180_000);
  const { url } = await ownServer({ env: { DEMO: '1', CLOCK_AT: '2026-11-20T22:00:00.000Z' } });
  const { request } = page.context();
  await request.post(`${url}/api/auth/sign-in/email`, {
    data: { email: 'staff.truro@demo.test', password: 'Demo-pass-1!' },
    headers: { origin: url },
  });
  const site = { 'x-api-key': 'pk_demo', origin: url };
  const read = async (call: string) =>
    (await request.get(`${url}/api/${call}?locationId=truro`, { headers: site })).json();
  const { location } = await read('getLocation');
  const data = payloadFor(location, await read('getLocationMenu'));
  const place = () => request.post(`${url}/api/createCustomerOrderCash`, { data, headers: site });
  for (let n = 0; n < OPEN; n += 10) await Promise.all(Array.from({ length: 10 }, place));

  await page.goto(`${url}/admin/dashboard#orders`);
  const tickets = page.locator('[data-column=pending] [data-ticket]');
  await expect(tickets).toHaveCount(OPEN, { timeout: 30_000 });
  await putOff(page);
  const ids = await tickets.evaluateAll((all) => all.map((each) => each.getAttribute('data-ticket')));
  const change = async (call: string, body: object) => {
    const answer = await request.post(`${url}/api/${call}`, { data: body, headers: { origin: url } });
    expect(answer.status()).toBe(200);
  };
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  for (let round = 1; round <= ROUNDS; round++) {
    // Changes arrive while it scrolls: dishes crossed off on and off screen, and tickets that move to the next column.
    const scrolled = framesWhileScrolling(page);
    for (const row of [5, 100, 200])
      await change('strikeOrderItem', { orderId: ids[row + round], line: 1, done: true });
    for (const row of [30, 150]) await change('updateOrderStatus', { orderId: ids[row + round], status: 'preparing' });
    const frames = await scrolled;
    const gaps = frames.slice(1).map((at, index) => at - (frames[index] ?? at));
    const slowest = gaps.toSorted((a, b) => b - a);
    const at = (share: number) => (1000 / (slowest[Math.floor(slowest.length * share)] ?? Number.NaN)).toFixed(0);
    process.stdout.write(
      `board with ${OPEN} tickets, CPU ×${SLOWER} slower, round ${round}: ${fewestInASecond(frames)} frames in the slowest second; one by one ${at(0.5)}/s in the middle, slowest twentieth ${at(0.05)}, worst ${at(0)}\n`,
    );
    expect(gaps.length).toBeGreaterThan(0);
  }
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  await expect(tickets).toHaveCount(OPEN - 2 * ROUNDS);
  await expect(page.locator('[data-column=preparing] [data-ticket]')).toHaveCount(2 * ROUNDS);
});

/** A frame counts towards a second if it started within it. */
function fewestInASecond(frames: readonly number[]): number {
  const last = frames.at(-1) ?? 0;
  const whole = frames.filter((at) => at + 1000 <= last);
  return Math.min(...whole.map((at) => frames.filter((other) => other > at && other <= at + 1000).length));
}

/** Scrolls for four seconds and returns the start times of the frames in milliseconds. */
async function framesWhileScrolling(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const frames: number[] = [];
    const list = document.querySelector('[data-column=pending] > :last-child');
    list?.scrollTo(0, 0);
    // Ignore the jump to the top.
    for (let n = 0; n < 5; n++) await new Promise(requestAnimationFrame);
    const ends = performance.now() + 4_000;
    await new Promise<void>((resolve) => {
      const step = (at: number) => {
        frames.push(at);
        list?.scrollBy(0, 24);
        if (performance.now() < ends) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
    return frames;
  });
}
