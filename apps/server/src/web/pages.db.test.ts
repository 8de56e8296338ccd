import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { RouterContextProvider } from 'react-router';
import { ANONYMOUS_ACTOR } from '@tiffin/domain/people';
import { expect, test, vi } from 'vitest';
import { createApp } from '../app.ts';
import type { ApiContext, Handler } from '../platform/http/api-context.ts';
import { SITE_KEY, testServer } from '../testing/server.ts';
import { loadPages, type Pages } from './pages.ts';

const server = await testServer();

/** A web app with one page, which calls the API once and renders whatever the response is, unless it must succeed. */
async function onePage(
  PUBLIC_URL?: string,
  call = 'getSite',
  { publicUrl = server.context.publicUrl, mustSucceed = false } = {},
) {
  let made = 0;
  const requests = new WeakMap<object, () => Promise<Response>>();
  const page = {
    createLoadContext({ fetchApi }: { fetchApi: (request: Request) => Promise<Response> }) {
      const provider = new RouterContextProvider();
      requests.set(provider, () => fetchApi(new Request(`http://here/api/${call}`)));
      return provider;
    },
    pagePattern: () => '^/$',
    handleError: () => undefined,
    default(_request: Request, status: number, headers: Headers) {
      headers.set('content-type', 'text/html; charset=utf-8');
      return new Response(`page ${++made}`, { status, headers });
    },
  };
  async function loader({ context }: { context: object }) {
    const answer = await requests.get(context)?.();
    if (mustSucceed && answer && !answer.ok) throw new Error(`the API answered ${answer.status}`);
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
  for (const language of ['.', 'fr']) {
    await mkdir(path.join(folder, language, 'client'), { recursive: true });
    await mkdir(path.join(folder, language, 'server'));
    await writeFile(
      path.join(folder, language, 'server', 'index.js'),
      `export const { entry, routes, assets, future } = globalThis.webBuild;
export const [basename, publicPath, ssr, isSpaMode, prerender] = ['/', '/', true, false, []];
export const routeDiscovery = { mode: 'initial' };`,
    );
  }
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
  const config = { ...server.context.config, WEB_BUILD: folder, ...(PUBLIC_URL && { PUBLIC_URL }) };
  return loadPages({ ...server.context, config, publicUrl });
}

function contextOf(raw: Request): ApiContext {
  const req = { raw, path: new URL(raw.url).pathname, url: raw.url, method: 'GET' };
  return { req, env: {}, var: { info: { requestId: 'r' }, keepForAll: () => undefined } } as unknown as ApiContext;
}

const visitTo = (pages: Pages, api: Handler) => async () => {
  const answer = await pages.answer(contextOf(new Request('http://here/')), api);
  return [answer.status, await answer.text()];
};

test('in a new minute a page is rendered again only when its data changed', async () => {
  let site = 'one';
  const visit = visitTo(await onePage(), () => Promise.resolve(new Response(site)));
  expect(await visit()).toEqual([200, 'page 1']);
  server.clock.forward(60_000);
  expect(await visit()).toEqual([200, 'page 1']);
  site = 'another';
  server.clock.forward(60_000);
  expect(await visit()).toEqual([200, 'page 2']);
});

test('a page rendered in the last second of a sold-out dish is replaced once the dish is back, on the day daylight saving begins and without a job', async () => {
  // Saturday evening in Halifax after closing: sold out until the location opens on Sunday at 11:30 ADT.
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

test('a page rendered while an API call failed is served once and not cached', async () => {
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
])('with PUBLIC_URL %s a form from %s is accepted, whether or not a proxy removed TLS', async (own, from) => {
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
    var: { info: { requestId: 'r', address: 'here', actor: ANONYMOUS_ACTOR }, keepForAll: () => undefined },
  };
  expect((await pages.answer(c as unknown as ApiContext, api)).status).toBe(200);
  expect(new Set(origins)).toEqual(new Set([from]));
});

test.each([undefined, 'https://tiffin.example'])(
  'with PUBLIC_URL %s no header of a page names the Host of the request',
  async (own) => {
    const admin = await server.signIn('admin@demo.test');
    await server.call('updateSettings', { body: { settings: { languages: ['en', 'fr'] } } }, admin);
    const publicUrl = own ?? server.context.publicUrl;
    const pages = await onePage(own, 'getSite', { publicUrl });
    const raw = new Request('http://evil.test/');
    const answered = Promise.resolve(new Response('{}'));
    const answer = await pages.answer(contextOf(raw), () => answered);
    expect(answer.headers.get('link')).toBe(
      `<${publicUrl}/>; rel="alternate"; hreflang="en-CA", <${publicUrl}/fr/>; rel="alternate"; hreflang="fr-CA"`,
    );
    expect(JSON.stringify([...answer.headers])).not.toContain('evil.test');
    const plain = await pages.answer(contextOf(new Request('http://evil.test/en/?a=b')), () => answered);
    expect([plain.status, plain.headers.get('location')]).toEqual([308, '/?a=b']);
    const elsewhere = await pages.answer(contextOf(new Request('http://evil.test/en//evil.test/x')), () => answered);
    expect([elsewhere.status, elsewhere.headers.get('location')]).toEqual([308, '/evil.test/x']);
  },
);

test('while the database is unavailable a page answers 503 in the language of its address and loads again, and afterwards it works', async () => {
  const context = { ...server.context, config: { ...server.context.config } };
  const pages = await onePage(undefined, 'getSite', { mustSucceed: true });
  const app = createApp(context, { pages: pages.answer });
  const headers = { accept: 'text/html', host: 'tiffin.test' };
  const visit = async (address: string, referer = 'http://tiffin.test/elsewhere') =>
    app(new Request(`http://tiffin.test${address}`, { headers: { ...headers, referer } }));

  const refused = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
  const outage = vi.spyOn(pg.Pool.prototype, 'connect').mockRejectedValue(refused);
  const english = await visit('/');
  expect([english.status, english.headers.get('retry-after')]).toEqual([503, '5']);
  expect(english.headers.get('cache-control')).toBe('no-store');
  const text = await english.text();
  expect(text).toContain('<html lang="en-CA">');
  expect(text).toContain('<h1>We will be right back</h1>');
  expect(text).toContain('<meta http-equiv="refresh" content="5;url=/">');
  expect(text).toContain('prefers-color-scheme:dark');

  const french = await visit('/fr/');
  expect(french.status).toBe(503);
  const frenchText = await french.text();
  expect(frenchText).toContain('<html lang="fr-CA">');
  expect(frenchText).toContain('<h1>Nous revenons tout de suite</h1>');
  expect(frenchText).toContain('url=/fr/">');

  // A page opened from another one is loaded as a whole. An open page only learns that its data is unavailable.
  const opened = await visit('/_.data');
  expect([opened.status, opened.headers.get('x-remix-redirect')]).toEqual([204, '/']);
  const openedInFrench = await visit('/fr/_.data?_routes=root');
  expect([openedInFrench.status, openedInFrench.headers.get('x-remix-redirect')]).toEqual([204, '/']);
  const checked = await visit('/_.data', 'http://tiffin.test/');
  expect([checked.status, checked.headers.get('retry-after')]).toEqual([503, '5']);

  outage.mockRestore();
  expect((await visit('/')).status).toBe(200);
  expect((await visit('/fr/')).status).toBe(200);
});
