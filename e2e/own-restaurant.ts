import type { Page } from '@playwright/test';
import { startServer, type ServerProcess } from '@tiffin/server/testing/server-process';
import { test as base } from './fixtures.ts';

/** Tests that change menus and locations get one restaurant per worker. */
export const test = base.extend<object, { restaurant: ServerProcess }>({
  restaurant: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the wanted fixtures from this pattern
    async ({}, use) => {
      await using server = await startServer({ env: { DEMO: '1', RATE_LIMITS: '0' } });
      await use(server);
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  baseURL: async ({ restaurant }, use) => {
    await use(restaurant.url);
  },
});

export { expect } from './fixtures.ts';

/** Creates a picture like that of a camera or scanner: noise when it must be large, one colour otherwise. */
export async function picture(
  page: Page,
  { width, height, type, noise = false }: { width: number; height: number; type: string; noise?: boolean },
): Promise<Buffer> {
  const base64 = await page.evaluate(
    async (requested) => {
      const canvas = document.createElement('canvas');
      canvas.width = requested.width;
      canvas.height = requested.height;
      const paper = canvas.getContext('2d');
      if (!paper) throw new Error('no canvas');
      paper.fillStyle = 'orange';
      paper.fillRect(0, 0, requested.width, requested.height);
      if (requested.noise) {
        const dots = paper.getImageData(0, 0, requested.width, requested.height);
        for (let at = 0; at < dots.data.length; at += 65_536) {
          crypto.getRandomValues(dots.data.subarray(at, Math.min(at + 65_536, dots.data.length)));
        }
        for (let at = 3; at < dots.data.length; at += 4) dots.data[at] = 255;
        paper.putImageData(dots, 0, 0);
      }
      return canvas.toDataURL(requested.type, 0.9).split(',')[1] ?? '';
    },
    { width, height, type, noise },
  );
  return Buffer.from(base64, 'base64');
}
