import { cleanup, configure, type screen } from '@testing-library/react';
import { afterAll, afterEach, expect } from 'vitest';

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

// An element that jsdom does not implement.
const create = document.createElement.bind(document);
document.createElement = (name: string, more?: ElementCreationOptions) =>
  create(name === 'search' ? 'div' : name, more);

// jsdom does not implement popovers.
Object.assign(HTMLElement.prototype, { showPopover() {}, hidePopover() {} });

afterEach(() => {
  cleanup();
  localStorage.clear();
  sessionStorage.clear();
  history.replaceState(null, '', '/');
});

// A timer that a screen left behind, such as the one that removes a toast, would run without a document.
const timers = new Set<ReturnType<typeof setTimeout>>();
const { setTimeout: startTimer } = globalThis;
globalThis.setTimeout = Object.assign((...call: Parameters<typeof setTimeout>) => {
  const timer = startTimer(...call);
  timers.add(timer);
  return timer;
}, startTimer);

afterAll(async () => {
  for (const timer of timers) clearTimeout(timer);
  // React renders in an immediate.
  await new Promise((resolve) => void setImmediate(resolve));
});
