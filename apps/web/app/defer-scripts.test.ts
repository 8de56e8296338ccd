import { expect, test, vi } from 'vitest';
import { deferScripts } from './defer-scripts.server.ts';

const SCRIPT = `import "/assets/manifest-1.js";
import * as route0 from "/assets/root-2.js";
import * as route1 from "/assets/menu-3.js";
  
  window.__reactRouterRouteModules = {"root":route0,"routes/site/menu":route1};

import("/assets/entry.client-4.js");`;
const PAGE = `<head><link rel="modulepreload" nonce="m4rk" href="/assets/root-2.js"/><link rel="modulepreload" href="/assets/menu-3.js"/></head><p>Dal</p><script nonce="m4rk" type="module" async="">${SCRIPT}</script><script nonce="m4rk">after()</script>`;

test('loads scripts after the first paint, with everything the router wrote for them', () => {
  const page = deferScripts(PAGE);
  expect(page).toContain('<head></head><p>Dal</p><script nonce="m4rk" type="module" async="">const presses');
  const [, script = ''] = /type="module" async="">([\s\S]*?)<\/script>/.exec(page) ?? [];
  expect(script).not.toMatch(/^import /m);
  expect(script).toContain('for (const href of ["/assets/root-2.js", "/assets/menu-3.js"])');
  expect(script).toContain(
    'const [, route0, route1] = await Promise.all([import("/assets/manifest-1.js"), import("/assets/root-2.js"), import("/assets/menu-3.js")])',
  );
  expect(script).toContain('window.__reactRouterRouteModules = {"root":route0,"routes/site/menu":route1};');
  expect(script).toMatch(/import\("\/assets\/entry\.client-4\.js"\);$/);
});

test.each([
  '<p>Dal</p>',
  '<link rel="modulepreload" href="/a.js"/>',
  `<!DOCTYPE html><html lang="en-CA" data-surface="staff">${PAGE}</html>`,
])('leaves %s unchanged', (page) => {
  expect(deferScripts(page)).toBe(page);
});

/** Runs what the page does at once, and shows it from the browser's page cache. Returns whether it reloads. */
function reloadsWhenRestored({ isHydrated = false, typed = '' }) {
  const [, script = ''] = /async="">([\s\S]*?)\nif \(!document\.hidden\)/.exec(deferScripts(PAGE)) ?? [];
  const listeners = new Map<string, (event: object) => void>();
  const page: { earlyPresses?: unknown } = {};
  const reload = vi.fn<() => void>();
  const document = { querySelectorAll: () => [{ value: typed, defaultValue: '' }] };
  // oxlint-disable-next-line typescript/no-implied-eval -- the script stands in the page as text
  const run = new Function('addEventListener', 'globalThis', 'location', 'document', script);
  run((type: string, listener: (event: object) => void) => listeners.set(type, listener), page, { reload }, document);
  // Set by the script until the page is hydrated.
  expect(page.earlyPresses).toBeDefined();
  if (isHydrated) page.earlyPresses = undefined;
  listeners.get('pageshow')?.({ persisted: false });
  expect(reload).not.toHaveBeenCalled();
  listeners.get('pageshow')?.({ persisted: true });
  return reload.mock.calls.length > 0;
}

test('a page that was left before its scripts had loaded is loaded again when Back shows it', () => {
  expect(reloadsWhenRestored({})).toBe(true);
  expect(reloadsWhenRestored({ isHydrated: true })).toBe(false);
  expect(reloadsWhenRestored({ typed: 'No onions' })).toBe(false);
});

test('a button that is pressed before the scripts are there pulses at once', () => {
  const [, script = ''] = /async="">([\s\S]*?)\nconst reload/.exec(deferScripts(PAGE)) ?? [];
  const button = { animate: vi.fn<(frames: object, timing: object) => void>() };
  const listeners: ((event: object) => void)[] = [];
  // oxlint-disable-next-line typescript/no-implied-eval -- the script stands in the page as text
  new Function('addEventListener', 'globalThis', script)(
    (_type: string, listener: () => void) => listeners.push(listener),
    {},
  );
  const press = (closest: () => object | null) => listeners.forEach((listener) => listener({ target: { closest } }));
  press(() => null);
  expect(button.animate).not.toHaveBeenCalled();
  press(() => button);
  press(() => button);
  expect(button.animate).toHaveBeenCalledExactlyOnceWith(
    expect.anything(),
    expect.objectContaining({ iterations: Infinity }),
  );
});
