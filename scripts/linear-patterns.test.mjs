import { globSync, readFileSync } from 'node:fs';
import { parseSync } from 'vite';
import { expect, test } from 'vitest';
import { inRoot } from './root.mjs';
import { findSlowness } from './slow-pattern.mjs';

/* What people and programs send is read with regular expressions. On a text that someone made for it, the time of some
   of them grows with the square of its length, and no other request is answered meanwhile. */

const files = globSync('{apps/server/src,apps/web/{app,worker},packages}/**/*.{ts,tsx}', {
  cwd: inRoot(),
  exclude: ['**/node_modules/**', '**/*.test.*', '**/testing/**'],
});

/** They read only pages that the server rendered, in which texts contain no tag and every script ends. */
const READ_OWN_PAGES = new Set([
  String.raw`(<script[^>]* type="module" async="">)([\s\S]*?)(<\/script>)`,
  String.raw`<script([^>]*)>([\s\S]*?)<\/script>`,
]);

/** Each regular expression that is written out in a file, and each that is put together when it runs. */
function patternsOf(file) {
  const source = readFileSync(inRoot(file), 'utf8');
  const found = { literals: [], isBuilt: false };
  const visit = (node) => {
    if (node === null || typeof node !== 'object') return;
    if (node.type === 'Literal' && node.regex) found.literals.push(node.regex);
    if (/^(?:New|Call)Expression$/.test(node.type) && node.callee.name === 'RegExp') found.isBuilt = true;
    for (const child of Object.values(node)) visit(child);
  };
  visit(parseSync(file, source).program);
  return found;
}

const patterns = files.map((file) => ({ file, ...patternsOf(file) }));

test('no text makes a regular expression of the product slow', () => {
  const all = patterns.flatMap(({ file, literals }) => literals.map((literal) => ({ file, ...literal })));
  expect(all.length).toBeGreaterThan(300);
  const slow = all.flatMap(({ file, pattern, flags }) => {
    if (READ_OWN_PAGES.has(pattern)) return [];
    const reason = findSlowness(pattern, flags);
    return reason === null ? [] : [`/${pattern}/${flags} in ${file}: ${reason}`];
  });
  expect(slow).toEqual([]);
});

test('no text makes a pattern of the API slow', () => {
  const found = new Set();
  const visit = (schema) => {
    if (schema === null || typeof schema !== 'object') return;
    if (typeof schema.pattern === 'string') found.add(schema.pattern);
    for (const child of Object.values(schema)) visit(child);
  };
  visit(JSON.parse(readFileSync(inRoot('openapi.json'), 'utf8')));
  expect(found.size).toBeGreaterThanOrEqual(10);
  expect([...found].filter((pattern) => findSlowness(pattern) !== null)).toEqual([]);
});

/** Their parts are constants, and each alternative begins with another word or sign. Look at a new one by hand. */
const BUILT_WHEN_RUNNING = [
  'apps/server/src/modules/outbox/redact-messages.ts',
  'apps/server/src/platform/auth/device-cookie.ts',
  'apps/server/src/platform/auth/session-cookie.ts',
  'apps/server/src/platform/http/hide-links.ts',
  'apps/server/src/web/pages.ts',
  'apps/web/app/shared/api/client-policy.ts',
  'apps/web/app/shared/session/guards.ts',
  'apps/web/worker/worker.ts',
  'packages/domain/src/messages/sms-segments.ts',
  'packages/domain/src/order/allergy-words.ts',
  'packages/domain/src/order/id.ts',
  'packages/domain/src/people/pin.ts',
];

test('only known files put a regular expression together when they run', () => {
  const built = patterns.filter(({ isBuilt }) => isBuilt).map(({ file }) => file);
  expect(built.toSorted()).toEqual(BUILT_WHEN_RUNNING);
});

test.each(['(a+)+$', '\\s+$', '<response\\b[^>]*\\bcode='])('the check finds a slow one: %s', (pattern) => {
  expect(findSlowness(pattern)).not.toBeNull();
});
