import { expect, test } from 'vitest';
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
