import puppeteer from 'puppeteer-core';
import type { EngineWindow, Size } from './engine-window.ts';

/** Chromium by its own protocol, and Firefox by WebDriver BiDi: Debian has no driver for it, and BiDi needs none. */
export async function openPuppeteerWindow(
  engine: 'chromium' | 'firefox',
  program: string,
  size: Size,
): Promise<EngineWindow> {
  const chromiumArgs = ['--no-sandbox', '--disable-gpu', '--force-prefers-reduced-motion', '--accept-lang=en-CA'];
  const browser = await puppeteer.launch({
    browser: engine === 'chromium' ? 'chrome' : 'firefox',
    // Chromium’s translation of BiDi fails in its own code now and then.
    protocol: engine === 'chromium' ? 'cdp' : 'webDriverBiDi',
    executablePath: program,
    headless: program.endsWith('headless-shell') ? 'shell' : true,
    args: engine === 'chromium' ? chromiumArgs : [],
    extraPrefsFirefox: {
      'intl.accept_languages': 'en-CA, en',
      'ui.prefersReducedMotion': 1,
      // As on a phone, where scrollbars take no room.
      'ui.useOverlayScrollbars': 1,
    },
    env: { ...process.env, TZ: 'America/Halifax' },
    defaultViewport: null,
  });
  // The first page of a browser does not always take a size.
  const page = await browser.newPage();
  await page.setViewport(size);
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: async <T>(source: string, args: readonly unknown[]) => {
      const call = `(${source})(${args.map((arg) => JSON.stringify(arg) ?? 'undefined').join(',')})`;
      return (await page.evaluate(call)) as T;
    },
    clickAt: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: async (key) => {
      if (key !== 'SelectAll') return page.keyboard.press(key);
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
    },
    close: () => browser.close(),
  };
}
