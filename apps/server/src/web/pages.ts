import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { RATES, type Bounds } from '@tiffin/contract';
import { refuse } from '@tiffin/domain/core';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';
import { sessionToken } from '../auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import type { ApiContext, Handler } from '../http/api-context.ts';
import { bestEncoding, CachedResponse, compress } from '../http/cached-response.ts';
import { countUse } from '../http/limits.ts';
import { readBytes } from '../http/read-body.ts';
import { PageCache } from './page-cache.ts';
import { StaticFiles } from './static-files.ts';
import { Turns } from './turns.ts';

/** What the web app's server entry is handed for each page. */
interface PageInput {
  fetchApi: (request: Request) => Promise<Response>;
  requestId: string;
  isProduction: boolean;
  publicUrl: string;
  reportError: (error: unknown, errorId: string) => void;
}

export type WebBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext(input: PageInput): RouterContextProvider;
      pagesThat(say: 'sameForAll', routes: ServerBuild['routes']): string;
    };
  };
};

const BUILD = path.join(import.meta.dirname, '..', '..', '..', 'web', 'build');
/** What pages take by themselves; other forms of ours are sent to the API. */
const FORM: Bounds = { maxKb: 64, rate: RATES.form };
const CLIENT_ERROR: Bounds = { maxKb: 64, rate: RATES.clientError };
/** More at once would finish none of them sooner. */
const MOST_RENDERS = 2;
/** From one address, behind which there may be many. */
const MOST_WAITING = 64;
const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;
/** Set by the web app's entry: what the scripts it wrote into this page are marked with. Never sent on. */
const MARK_HEADER = 'x-script-mark';

/** An answer of the API that a page shows, as it was then. */
interface Part {
  readonly method: string;
  readonly url: string;
  readonly digest: string;
}

/** What answers everything that is not the API. */
export interface Pages {
  readonly answer: (c: ApiContext, api: Handler) => Promise<Response>;
  stop(): Promise<void>;
}

/** The built web app: its files, then pages rendered through the API in-process. */
export async function loadPages(context: Context): Promise<Pages> {
  const folder = context.config.WEB_BUILD ?? BUILD;
  const entry = path.join(folder, 'server', 'index.js');
  if (!existsSync(entry))
    throw new Error('The web app has not been built: run it with npm start, or npm run build first.');
  // The build's own types are those of the router that made it.
  const build = (await import(pathToFileURL(entry).href)) as WebBuild;
  const files = new StaticFiles(path.join(folder, 'client'));
  const handle = createRequestHandler(build, context.config.production ? 'production' : 'development');
  const { pagesThat } = build.entry.module;
  const cache = new PageCache(context, {
    sameForAll: new RegExp(pagesThat('sameForAll', build.routes)),
    hasSession: (headers) => sessionToken(headers.get('cookie'), context) !== null,
  });
  const turns = new Turns(MOST_RENDERS, MOST_WAITING);
  const madeFrom = new WeakMap<CachedResponse, readonly Part[]>();
  return {
    async answer(c, api) {
      const file = files.at(c.req.path);
      if (file && (c.req.method === 'GET' || c.req.method === 'HEAD')) {
        c.var.info.call = 'file';
        return file.answer(c.req.raw.headers);
      }
      const request = await formWithinLimits(context, c);
      const { path: address } = c.req;
      let isWhole = true;
      const parts: Part[] = [];
      const noting: Handler = async (asked, bindings) => {
        const answer = await api(asked, bindings);
        isWhole &&= answer.ok;
        parts.push({ method: asked.method, url: asked.url, digest: await digestOf(answer.clone()) });
        return answer;
      };
      const isAsItWas = async ({ method, url, digest }: Part) => {
        if (method !== 'GET') return false;
        const asked = withVisitor(context, new Request(url), c.req.raw, c.var.info.requestId);
        return (await digestOf(await api(asked, c.env))) === digest;
      };
      const holds = async (made: CachedResponse) =>
        (await Promise.all((madeFrom.get(made) ?? []).map(isAsItWas))).every(Boolean);
      const render = <T>(whose: string, use: (answer: Response) => Promise<T>) =>
        turns.inTurn(whose, async () => use(await handle(request, loadContextFor(context, noting, build, c))));
      const finish = (answer: Response) => finishPage(answer, c.req.raw, context.config);
      let own: Response | null = null;
      const visitor = c.var.info.address ?? '';
      const make = () =>
        // Many may wait for a page there is: it does not stand in the queue of whoever asked first.
        render(cache.isKnown(address) ? `for all ${address}` : visitor, async (answer) => {
          // Made while a part of the API failed, it shows what was known last, or less: that is for this visitor alone.
          if (isWhole && answer.status === 200 && isHtml(answer.headers)) {
            const made = keptPage(await answer.text(), answer.headers.get(MARK_HEADER), context.config);
            madeFrom.set(made, parts);
            return made;
          }
          own = await finish(answer);
          return null;
        });
      const shared = await cache.page(c.req.raw, make, holds);
      if (!shared) return own ?? render(visitor, finish);
      // Addresses that anybody can make up are not remembered.
      if (!c.req.url.includes('?')) c.var.keepForAll(() => cache.held(address));
      return shared.answer(c.req.raw.headers);
    },
    stop: () => Promise.resolve(),
  };
}

/** A form of ours is short; its bytes are counted before the page reads them. */
export async function formWithinLimits(context: Context, c: ApiContext): Promise<Request> {
  const { method, url, headers } = c.req.raw;
  if (method === 'GET' || method === 'HEAD') return c.req.raw;
  if (method !== 'POST') throw refuse('method-not-allowed');
  const bounds = c.req.path.startsWith('/client-error') ? CLIENT_ERROR : FORM;
  await countUse(context, c.var.info, bounds.rate);
  const body = await readBytes(c, bounds);
  return new Request(ownAddress(context, url), { method, headers, body, signal: c.req.raw.signal });
}

/**
 * An address as browsers have it: whatever a proxy passes on, with TLS in front of it or none, pages are where PUBLIC_URL
 * says, and what forms and sessions compare their origin with is that. Without one, in development, it is the Host's.
 */
function ownAddress({ config: { PUBLIC_URL } }: Pick<Context, 'config'>, url: string): URL {
  const { origin, pathname, search } = new URL(url);
  const own = new URL(PUBLIC_URL ?? origin);
  [own.pathname, own.search] = [pathname, search];
  return own;
}

export function loadContextFor(context: Context, api: Handler, build: WebBuild, c: ApiContext): RouterContextProvider {
  const { requestId } = c.var.info;
  return build.entry.module.createLoadContext({
    // The page asks the same API as everybody, with its visitor's cookies and address.
    fetchApi: async (request) => api(withVisitor(context, request, c.req.raw, requestId), c.env),
    requestId,
    isProduction: context.config.production,
    publicUrl: context.publicUrl,
    reportError: (error, errorId) => context.log.error({ requestId, errorId, err: error }, 'a page failed'),
  });
}

/** In-process calls carry who is visiting, and that they come from our own pages. */
function withVisitor(context: Context, request: Request, visitor: Request, requestId: string): Request {
  const headers = new Headers(request.headers);
  for (const name of ['cookie', 'host', 'user-agent', 'x-forwarded-for', 'accept-language']) {
    const value = visitor.headers.get(name);
    if (value && !headers.has(name)) headers.set(name, value);
  }
  headers.set('x-request-id', requestId);
  headers.set('origin', ownAddress(context, visitor.url).origin);
  return new Request(request, { headers });
}

async function digestOf(answer: Response): Promise<string> {
  const body = new Uint8Array(await answer.arrayBuffer());
  return createHash('sha256').update(`${answer.status} `).update(body).digest('base64');
}

/** A page that was made without trouble, to be given to others too. */
function keptPage(made: string, mark: string | null, config: Config): CachedResponse {
  const { html, hashes } = ownScripts(made, mark);
  return new CachedResponse(
    html,
    'text/html; charset=utf-8',
    {
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, cookie',
      'content-security-policy': policyFor(hashes, formTargetsOf(config)),
    },
    6,
  );
}

/** The finished page: a CSP that names exactly its own inline scripts, and compression. */
export async function finishPage(answer: Response, request: Request, config: Config): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete(MARK_HEADER);
  if (!isHtml(headers)) {
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    return new Response(answer.body, { status: answer.status, headers });
  }
  const { html, hashes } = ownScripts(await answer.text(), answer.headers.get(MARK_HEADER));
  headers.set('content-security-policy', policyFor(hashes, formTargetsOf(config)));
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  headers.append('vary', 'accept-encoding, cookie');
  const encoding = bestEncoding(request.headers);
  const plain = new TextEncoder().encode(html);
  const bytes = encoding ? await compress(plain, encoding, 4) : plain;
  if (encoding) headers.set('content-encoding', encoding);
  if (request.method === 'HEAD') return new Response(null, { status: answer.status, headers });
  headers.set('content-length', String(bytes.byteLength));
  return new Response(bytes, { status: answer.status, headers });
}

/** Where a form of ours may end up: the configured sign-in networks and the card provider's page. */
function formTargetsOf(config: Config): string[] {
  return [
    ...(config.GOOGLE_CLIENT_ID ? ['https://accounts.google.com'] : []),
    ...(config.FACEBOOK_CLIENT_ID ? ['https://www.facebook.com'] : []),
    ...(config.payments?.pages ?? []),
  ];
}

function isHtml(headers: Headers): boolean {
  return headers.get('content-type')?.includes('text/html') ?? false;
}

/**
 * The hashes of the scripts we wrote into the page, told by a mark nobody could have known when it
 * was made: a script that came in with somebody's text has none. The page is given without the marks.
 */
export function ownScripts(made: string, mark: string | null): { html: string; hashes: string[] } {
  if (!mark) return { html: made, hashes: [] };
  const marked = ` nonce="${mark}"`;
  const scripts = [...made.matchAll(SCRIPT)].filter(
    ([, attributes = '']) => attributes.includes(marked) && !/\ssrc=/.test(attributes),
  );
  const hashes = scripts.map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return { html: made.replaceAll(marked, ''), hashes: [...new Set(hashes)] };
}

/** No script runs that is not a file of ours or one that we wrote into the page, named by its hash. */
export function policyFor(hashes: readonly string[], formTargets: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    // Positions and sizes that components compute travel as style attributes.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob: data:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    ["form-action 'self'", ...formTargets].join(' '),
    "frame-ancestors 'none'",
  ].join('; ');
}
