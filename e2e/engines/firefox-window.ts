import puppeteer from 'puppeteer-core';
import type { EngineWindow, Size } from './engine-window.ts';

/** Firefox by WebDriver BiDi: Debian has no driver for it, and BiDi needs none. */
export async function openFirefoxWindow(program: string, size: Size): Promise<EngineWindow> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
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
    resize: (wanted) => page.setViewport(wanted),
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
