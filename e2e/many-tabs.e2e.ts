import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCertificate, nginxProgram, shippedConfig, startNginx } from '@tiffin/server/testing/nginx';
import { freePort } from '@tiffin/server/web/free-port';
import { EVENING, openBoard, place } from './board-page.ts';
import { expect, test } from './fixtures.ts';

const program = nginxProgram();

test.skip(program === null, 'there is no nginx');
test.use({ ignoreHTTPSErrors: true });

test('behind deploy/nginx.conf ten tabs of a browser show a new order at once, each with its own stream', async ({
  page,
  context,
  ownServer,
}) => {
  test.setTimeout(240_000);
  const port = await freePort();
  const url = `https://127.0.0.1:${port}`;
  const server = await ownServer({ env: { ...EVENING.env, PUBLIC_URL: url, TRUST_PROXY: '1' } });
  const folder = await mkdtemp(path.join(tmpdir(), 'tiffin-tabs-'));
  createCertificate(folder);
  const stop = await startNginx(program ?? '', port, shippedConfig({ port, upstream: server.url, folder }));
  try {
    await openBoard(page, url, 'staff.truro@demo.test');
    const protocol = await page.evaluate(() => {
      const [navigation] = performance.getEntriesByType('navigation');
      return navigation instanceof PerformanceNavigationTiming ? navigation.nextHopProtocol : null;
    });
    expect(protocol).toBe('h2');
    const boards = [page];
    while (boards.length < 10) {
      const board = await context.newPage();
      await board.goto(`${url}/admin/dashboard#orders`);
      await expect(board.getByText('Live', { exact: true })).toBeVisible({ timeout: 20_000 });
      boards.push(board);
    }
    const code = await place(page, url);
    for (const board of boards) {
      await expect(board.getByRole('article').filter({ hasText: code })).toHaveCount(1, { timeout: 20_000 });
    }
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(/^tiffin_open_streams (\d+)$/m.exec(metrics)?.[1]).toBe('10');
    for (const board of boards) await board.close();
  } finally {
    await stop();
    await rm(folder, { recursive: true, force: true });
  }
});
