import type { Page } from '@playwright/test';
import { EVENING, nothingWaits, openBoard, place } from './board-page.ts';
import { expect, test } from './fixtures.ts';

// Over HTTP/1.1 a browser opens at most six connections to a server. Before tabs shared a stream, the seventh hung.

async function expectStreams(page: Page, url: string, count: number): Promise<void> {
  const read = async () => {
    const metrics = await (await page.context().request.get(`${url}/metrics`)).text();
    return Number(/^tiffin_open_streams (\d+)$/m.exec(metrics)?.[1]);
  };
  await expect.poll(read, { timeout: 20_000 }).toBe(count);
}

/** Places an order and expects it on every board. */
async function expectLiveOrder(boards: readonly Page[], url: string): Promise<void> {
  const [first] = boards;
  if (!first) throw new Error('no board is open');
  const code = await place(first, url);
  for (const board of boards) {
    await expect(board.getByRole('article').filter({ hasText: code })).toHaveCount(1, { timeout: 20_000 });
  }
  await nothingWaits(first.context().request, url);
}

test('ten tabs of the back office are live with one stream, also after the tab with the stream was closed, crashed or was frozen', async ({
  page,
  context,
  ownServer,
}) => {
  test.setTimeout(360_000);
  const { url } = await ownServer(EVENING);
  await openBoard(page, url, 'staff.truro@demo.test');
  const boards = [page];
  while (boards.length < 10) {
    const board = await context.newPage();
    await board.goto(`${url}/admin/dashboard#orders`);
    await expect(board.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 });
    boards.push(board);
  }
  await expectStreams(page, url, 1);
  await expectLiveOrder(boards, url);

  // The tabs lead in the order in which they were opened.
  await boards.shift()?.close();
  await expectStreams(page, url, 1);
  await expectLiveOrder(boards, url);

  const crashing = boards.shift();
  if (!crashing) throw new Error('no board is open');
  const crashed = crashing.waitForEvent('crash');
  const browser = await context.newCDPSession(crashing);
  void browser.send('Page.crash').catch(() => undefined);
  await crashed;
  await expectStreams(page, url, 1);
  await expectLiveOrder(boards, url);

  const frozen = boards.shift();
  if (!frozen) throw new Error('no board is open');
  // Chromium freezes only hidden tabs, and here every tab counts as visible.
  await frozen.evaluate(() => document.dispatchEvent(new Event('freeze')));
  await expectStreams(page, url, 1);
  await expectLiveOrder(boards, url);
});
