import { configure, type screen } from '@testing-library/react';
import { afterEach, beforeEach, expect } from 'vitest';
import { leavePage } from './fresh-page.ts';

// Tests get more time on a busy machine. When an element is missing, the list of existing ones helps more than the
// markup.
configure({
  asyncUtilTimeout: 20_000,
  // The test document has no styles, so nothing counts as hidden.
  defaultHidden: true,
  getElementError: (message) => new Error(`${message ?? ''}\nThe page says: ${document.body.textContent}`),
});

expect.extend({
  /** Waits until the words appear anywhere on the page. */
  async toShow(page: typeof screen, words: string | RegExp) {
    await page.findAllByText(words);
    return { pass: true, message: () => `the page says ${String(words)}` };
  },
});

// The device knows the restaurant’s time from an earlier visit.
beforeEach(() => localStorage.setItem('tiffin_clock_error', '0'));
afterEach(leavePage);
