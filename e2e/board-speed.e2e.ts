import { payloadFor } from '@tiffin/server/testing/order-payload';
import { expect, test } from './fixtures.ts';

const OPEN = 300;
/** What a tablet of the middle class manages against this machine. */
const SLOWER = 4;

test('300 open orders: the board scrolls and takes in changes; the figure is printed, it gates nothing', async ({
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
  const pending = page.getByRole('region', { name: 'Pending Orders' });
  await expect(pending.getByRole('article')).toHaveCount(OPEN, { timeout: 30_000 });
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const scrolled = page.evaluate(async () => {
    const frames: number[] = [];
    const ends = performance.now() + 4_000;
    await new Promise<void>((resolve) => {
      const step = (at: number) => {
        frames.push(at);
        const pane = document.querySelector('main')?.parentElement?.querySelector('main');
        (pane && pane.scrollHeight > pane.clientHeight ? pane : document.scrollingElement)?.scrollBy(0, 24);
        if (performance.now() < ends) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
    return frames.slice(1).map((at, index) => at - (frames[index] ?? at));
  });
  // Changes come in while it scrolls.
  const first = await pending.getByRole('article').first().getAttribute('data-ticket');
  await request.post(`${url}/api/strikeOrderItem`, {
    data: { orderId: first, line: 1, done: true },
    headers: { origin: url },
  });
  const gaps = (await scrolled).toSorted((a, b) => a - b);
  const at = (share: number) => gaps[Math.floor((gaps.length - 1) * share)] ?? Number.NaN;
  process.stdout.write(
    `board with ${OPEN} tickets, CPU ×${SLOWER} slower: ${(1000 / at(0.5)).toFixed(0)} frames/s in the middle, slowest twentieth ${(1000 / at(0.95)).toFixed(0)} frames/s\n`,
  );
  expect(gaps.length).toBeGreaterThan(0);
});
