import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { RouterContextProvider } from 'react-router';
import { NOBODY } from '@tiffin/domain/people';
import { expect, test, vi } from 'vitest';
import type { ApiContext, Handler } from '../platform/http/api-context.ts';
import { SITE_KEY, testServer } from '../testing/server.ts';
import { loadPages, type Pages } from './pages.ts';

const server = await testServer();

/** A web app of one page, which asks the API once and is made whatever it hears. */
async function onePage(PUBLIC_URL?: string, call = 'getSite') {
  let made = 0;
  const requests = new WeakMap<object, () => Promise<Response>>();
  const page = {
    createLoadContext({ fetchApi }: { fetchApi: (request: Request) => Promise<Response> }) {
      const provider = new RouterContextProvider();
      requests.set(provider, () => fetchApi(new Request(`http://here/api/${call}`)));
      return provider;
    },
    pagesThat: () => '^/$',
    default(_request: Request, status: number, headers: Headers) {
      headers.set('content-type', 'text/html; charset=utf-8');
      return new Response(`page ${++made}`, { status, headers });
    },
  };
  async function loader({ context }: { context: object }) {
    await requests.get(context)?.();
    return null;
  }
  const module = { default: () => null, loader, action: loader };
  vi.stubGlobal('webBuild', {
    entry: { module: page },
    routes: { root: { id: 'root', path: '', index: true, module } },
    assets: { entry: { module: '', imports: [] }, routes: {}, url: '', version: '1' },
    future: {},
  });
  const folder = await mkdtemp(path.join(tmpdir(), 'web-build-'));
  await mkdir(path.join(folder, 'client'));
  await mkdir(path.join(folder, 'server'));
  await writeFile(
    path.join(folder, 'server', 'index.js'),
    `export const { entry, routes, assets, future } = globalThis.webBuild;
export const [basename, publicPath, ssr, isSpaMode, prerender] = ['/', '/', true, false, []];
export const routeDiscovery = { mode: 'initial' };`,
  );
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const config = { ...server.context.config, WEB_BUILD: folder, ...(PUBLIC_URL && { PUBLIC_URL }) };
  return loadPages({ ...server.context, config });
}

const visitTo = (pages: Pages, api: Handler) => async () => {
  const raw = new Request('http://here/');
  const req = { raw, path: '/', url: raw.url, method: 'GET' };
  const c = { req, env: {}, var: { info: { requestId: 'r' }, keepForAll: () => undefined } };
  const answer = await pages.answer(c as unknown as ApiContext, api);
  return [answer.status, await answer.text()];
};

test('a new minute makes a page anew only when what it shows is another', async () => {
  let site = 'one';
  const visit = visitTo(await onePage(), () => Promise.resolve(new Response(site)));
  expect(await visit()).toEqual([200, 'page 1']);
  server.clock.forward(60_000);
  expect(await visit()).toEqual([200, 'page 1']);
  site = 'another';
  server.clock.forward(60_000);
  expect(await visit()).toEqual([200, 'page 2']);
});

test('a page made in the last second a dish is sold out is not given out once it is back, on the day spring takes an hour from, with no job run', async () => {
  // Saturday evening in Halifax, after closing: sold out until the doors open on Sunday, at 11:30 ADT.
  server.clock.set('2027-03-14T03:00:00Z');
  const cook = await server.signIn('staff.truro@demo.test');
  const marked = await server.call(
    'markSoldOut',
    { body: { locationId: 'truro', itemId: 'garlic-naan', until: 'closing' } },
    cook,
  );
  expect(marked.body.item.soldOutUntil).toBe('2027-03-14T14:30:00.000Z');
  const menu = 'getLocationMenu?locationId=truro';
  const visit = visitTo(await onePage(undefined, menu), () => server.fetch(`/api/${menu}`, {}, SITE_KEY));
  server.clock.set('2027-03-14T14:28:59Z');
  expect(await visit()).toEqual([200, 'page 1']);
  server.clock.set('2027-03-14T14:29:59.999Z');
  expect(await visit()).toEqual([200, 'page 1']);
  server.clock.set('2027-03-14T14:30:00Z');
  expect(await visit()).toEqual([200, 'page 2']);
});

test('a page made while a part of the API failed is given once and not kept', async () => {
  let answers = 503;
  const visit = visitTo(await onePage(), () => Promise.resolve(new Response('{}', { status: answers })));
  expect(await visit()).toEqual([200, 'page 1']);
  answers = 200;
  expect(await visit()).toEqual([200, 'page 2']);
  expect(await visit()).toEqual([200, 'page 2']);
});

test.each([
  ['https://tiffin.example', 'https://tiffin.example'],
  [undefined, 'http://here'],
])('where PUBLIC_URL says %s, a form from %s is taken, whatever TLS a proxy took off on the way', async (own, from) => {
  const pages = await onePage(own);
  const origins: (string | null)[] = [];
  const api: Handler = (query) => {
    origins.push(query.headers.get('origin'));
    return Promise.resolve(new Response('{}'));
  };
  const raw = new Request('http://here/?index', {
    method: 'POST',
    headers: { origin: from, host: 'here', 'content-type': 'application/x-www-form-urlencoded' },
    body: 'a=b',
  });
  const header = (name: string) => raw.headers.get(name) ?? undefined;
  const req = { raw, path: '/', url: raw.url, method: 'POST', header };
  const c = {
    req,
    env: {},
    var: { info: { requestId: 'r', address: 'here', actor: NOBODY }, keepForAll: () => undefined },
  };
  expect((await pages.answer(c as unknown as ApiContext, api)).status).toBe(200);
  expect(new Set(origins)).toEqual(new Set([from]));
});
