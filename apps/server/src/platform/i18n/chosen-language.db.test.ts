import { expect, test } from 'vitest';
import { testServer } from '../../testing/server.ts';
import { speakOnly } from './interpreter.ts';

const server = await testServer();

/** Where a page leads, and the language it remembers. */
async function asked(path: string, cookie = '') {
  const answer = await server.fetch(path, { redirect: 'manual' }, { cookie, accept: 'text/html' });
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
])('%s chooses a language and leads on', async (path, status, location, stored) => {
  speakOnly(['en', 'fr']);
  expect(await asked(path)).toEqual([status, location, stored]);
});

test('whoever chose another language than the house’s own is led to it from the front door, and from nowhere else', async () => {
  speakOnly(['en', 'fr']);
  expect(await asked('/?from=qr', 'a=b; language=fr')).toEqual([302, '/fr/?from=qr', null]);
  // Not led on, they get what there is: here no pages are built.
  expect((await asked('/', 'language=en'))[0]).toBe(404);
  expect((await asked('/', 'language=de'))[0]).toBe(404);
  expect((await asked('/menu/truro', 'language=fr'))[0]).toBe(404);
  speakOnly(['fr', 'en']);
  expect((await asked('/', 'language=fr'))[0]).toBe(404);
  expect(await asked('/', 'language=en')).toEqual([302, '/en/', null]);
  speakOnly(['en', 'fr']);
});
