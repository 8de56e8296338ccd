import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { setRestaurantLanguages } from './request-language.ts';

const server = await testServer();

/** The status, the redirect and the stored language of a page. */
async function requestPage(path: string, cookie = '', browser = '') {
  const headers = { cookie, accept: 'text/html', 'accept-language': browser };
  const answer = await server.fetch(path, { redirect: 'manual' }, headers);
  const [, stored = null] = /^language=(\w\w);/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
  return [answer.status, answer.headers.get('location'), stored];
}

test.each([
  ['/in/fr/menu/truro?dish=naan', 303, '/fr/menu/truro?dish=naan', 'fr'],
  ['/in/en/menu/truro', 303, '/menu/truro', 'en'],
  ['/in/fr/', 303, '/fr/', 'fr'],
  ['/in/de/menu/truro', 303, '/menu/truro', null],
  ['/in/en//evil.example/x', 303, '/evil.example/x', 'en'],
  ['/in/en/%2F/evil.example', 303, '/%2F/evil.example', 'en'],
])('%s stores the language and redirects to the page', async (path, status, location, stored) => {
  setRestaurantLanguages(['en', 'fr']);
  expect(await requestPage(path)).toEqual([status, location, stored]);
});

test('a guest who chose a language other than the default is redirected from the homepage, and from no other page', async () => {
  setRestaurantLanguages(['en', 'fr']);
  expect(await requestPage('/?from=qr', 'a=b; language=fr')).toEqual([302, '/fr/?from=qr', null]);
  // Without a redirect they get 404, because this server has no pages.
  expect((await requestPage('/', 'language=en'))[0]).toBe(404);
  expect((await requestPage('/', 'language=de'))[0]).toBe(404);
  expect((await requestPage('/menu/truro', 'language=fr'))[0]).toBe(404);
  setRestaurantLanguages(['fr', 'en']);
  expect((await requestPage('/', 'language=fr'))[0]).toBe(404);
  expect(await requestPage('/', 'language=en')).toEqual([302, '/en/', null]);
  setRestaurantLanguages(['en', 'fr']);
});

test('without a choice the homepage opens in the language of the browser, and no other page does', async () => {
  setRestaurantLanguages(['en', 'fr']);
  const french = 'fr-CA,fr;q=0.9,en;q=0.5';
  expect(await requestPage('/?from=qr', '', french)).toEqual([302, '/fr/?from=qr', null]);
  expect((await requestPage('/', 'language=en', french))[0]).toBe(404);
  expect((await requestPage('/menu/truro', '', french))[0]).toBe(404);
  expect((await requestPage('/', '', 'en-CA,en;q=0.9,fr;q=0.8'))[0]).toBe(404);
  expect((await requestPage('/', '', 'de'))[0]).toBe(404);
  setRestaurantLanguages(['en']);
  expect((await requestPage('/', '', french))[0]).toBe(404);
  setRestaurantLanguages(['en', 'fr']);
});
