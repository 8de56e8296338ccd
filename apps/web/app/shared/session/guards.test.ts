import { expect, test } from 'vitest';
import { createLoadContext } from '../api/server-context.ts';
import { leaveWhenSignedIn, requireBackOffice, requireSignedIn, safeRedirect } from './guards.ts';

test.each(['/checkout', '/menu/truro?q=dal#drinks', '/admin/dashboard#orders'])(
  'accepts %s as a path of this site',
  (path) => {
    expect(safeRedirect(path, '/')).toBe(path);
  },
);

test.each([
  ['nothing', null],
  ['empty', ''],
  ['another site', 'https://elsewhere.example/'],
  ['another site without a scheme', '//elsewhere.example'],
  ['backslashes browsers take for slashes', '/\\elsewhere.example'],
  ['a tab browsers drop', '/\t/elsewhere.example'],
  ['a line break browsers drop', '/\n/elsewhere.example'],
  ['dots that leave two slashes', '/.//elsewhere.example'],
  ['a script', 'javascript:alert(1)'],
  ['a relative path', 'checkout'],
])('redirects %s to the home page', (_what, requested) => {
  expect(safeRedirect(requested, '/')).toBe('/');
});

const contextWith = (answer: object) =>
  createLoadContext({
    fetchApi: async () => Response.json(answer),
    requestId: 'test',
    now: new Date('2026-11-20T22:00:00.000Z'),
    publicUrl: 'https://tiffin.example',
    reportError: (error) => {
      throw error;
    },
  });
const context = contextWith({ me: { uid: 'g1', role: 'customer' } });

test.each([
  ['a locked shared tablet asks for a PIN', { name: 'Till 1' }, '/tablet'],
  ['any other device asks for a password', null, '/login?from=%2Fadmin%2Fdashboard'],
])('in the back office %s', async (_what, tablet, to) => {
  const request = new Request('https://tiffin.example/admin/dashboard');
  const left = await requireBackOffice({ request, context: contextWith({ me: null, tablet }) }).catch(
    (answer: unknown) => answer,
  );
  expect(left instanceof Response && left.headers.get('location')).toBe(to);
});

test.each([
  ['a menu, which is the same for all carts', '/login', '/menu/new-glasgow', '/menu/new-glasgow#main'],
  ['a place on a menu', '/login', '/menu/new-glasgow#drinks', '/menu/new-glasgow#drinks'],
  ['a menu inside the running page', '/login.data', '/menu/new-glasgow', '/menu/new-glasgow'],
  ['the checkout', '/login', '/checkout?location=truro', '/checkout?location=truro'],
  ['the start of the menus', '/login', '/menu', '/menu'],
])('redirects a signed-in person to %s', async (_what, page, from, to) => {
  const request = new Request(`https://tiffin.example${page}?${new URLSearchParams({ from })}`);
  const left = await leaveWhenSignedIn({ request, context }).catch((answer: unknown) => answer);
  expect(left instanceof Response && left.headers.get('location')).toBe(to);
});

test.each([
  ['a link on another page', 'https://tiffin.example/reservations', false],
  ['an address that was typed', undefined, false],
  ['Back to the guarded page', 'https://tiffin.example/fr/dashboard?tab=orders', true],
])('after %s, sign-in takes the history entry of the guarded page alone', async (_what, referer, replaces) => {
  const request = new Request('https://tiffin.example/dashboard.data', { headers: { ...(referer && { referer }) } });
  const answer = await requireSignedIn({ request, context: contextWith({ me: null }) }).catch((left: unknown) => left);
  expect(answer instanceof Response && answer.headers.get('location')).toBe('/login?from=%2Fdashboard');
  expect(answer instanceof Response && answer.headers.has('X-Remix-Replace')).toBe(replaces);
});
