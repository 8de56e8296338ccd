import { createHash } from 'node:crypto';
import path from 'node:path';
import { CALL_RATE_LIMITS, type BodyLimits } from '@tiffin/contract';
import { failure, languagePrefix, LANGUAGES, refuse, splitLanguagePath, type Language } from '@tiffin/domain/core';
import type { RouterContextProvider } from 'react-router';
import { sessionToken } from '../platform/auth/authenticate.ts';
import type { Config } from '../config.ts';
import type { Context } from '../context.ts';
import { answerFailure } from '../platform/http/answer-errors.ts';
import type { ApiContext, Handler } from '../platform/http/api-context.ts';
import { bestEncoding, CachedResponse, compress } from '../platform/http/cached-response.ts';
import { countRequest } from '../platform/http/rate-limiter.ts';
import { FairLimiter } from '../platform/concurrency/fair-limiter.ts';
import { holdUntilRead } from '../platform/http/byte-budget.ts';
import { readBytes } from '../platform/http/read-body.ts';
import { restaurantLanguages } from '../platform/i18n/request-language.ts';
import { readSite } from '../modules/locations/restaurant/site.ts';
import { PageCache } from './page-cache.ts';
import { findLanguagePages, readLanguagePages, type LanguagePages, type WebBuild } from './language-pages.ts';
import { StaticFiles } from './static-files.ts';

const BUILD = path.join(import.meta.dirname, '..', '..', '..', 'web', 'build');
/** Limits for forms that a page handles itself; other forms post to the API. */
const FORM: BodyLimits = { maxKb: 64, rate: CALL_RATE_LIMITS.form };
const CLIENT_ERROR: BodyLimits = { maxKb: 64, rate: CALL_RATE_LIMITS.clientError };
/** More renders at once would not finish sooner. */
const MOST_RENDERS = 2;
/** Waiting renders of one address, which many people may share. */
const MOST_WAITING = 64;
/** Brotli's qualities. A cached page is compressed once for many visitors. */
const CACHED_PAGE_QUALITY = 6;
const UNCACHED_PAGE_QUALITY = 4;
/** Staff pages, which use the person's own language. */
const OFFICE = /^\/(?:admin|tablet)(?:\/|$)/;
const SCRIPT = /<script([^>]*)>([\s\S]*?)<\/script>/g;
/** The web app's entry sets this header to the nonce of the page's scripts. It is never sent to the browser. */
const MARK_HEADER = 'x-script-mark';

/** An API call from which a page was rendered, with a digest of its response. */
interface SourceCall {
  readonly method: string;
  readonly url: string;
  readonly acceptLanguage: string | null;
  readonly digest: string;
}

/** Handles every request that is not for the API. */
export interface Pages {
  readonly answer: (c: ApiContext, api: Handler) => Promise<Response>;
  stop(): Promise<void>;
}

/** Loads the built web app: serves its files, and renders pages that call the API within the process. */
export async function loadPages(context: Context): Promise<Pages> {
  const folder = context.config.WEB_BUILD ?? BUILD;
  const pagesByLanguage = await readLanguagePages(folder, context.config.production ? 'production' : 'development');
  const files = new StaticFiles([...pagesByLanguage.values()].map((each) => path.join(each.folder, 'client')));
  const cache = new PageCache(context, {
    sameForAll: new RegExp(sameForAll(pagesByLanguage)),
    hasSession: (headers) => sessionToken(headers.get('cookie'), context) !== null,
  });
  const renders = new FairLimiter(MOST_RENDERS, { maxWaiting: MOST_WAITING, restsBetween: true });
  const sourceCallsOf = new WeakMap<CachedResponse, readonly SourceCall[]>();
  return {
    async answer(c, api) {
      const file = files.find(c.req.path);
      if (file && (c.req.method === 'GET' || c.req.method === 'HEAD')) {
        c.var.info.call = 'file';
        return file.answer(c.req.raw.headers);
      }
      const { path: address } = c.req;
      const page = new PageRender(context, pagesByLanguage, { c, api, request: await requestWithinLimits(context, c) });
      let uncached: Response | null = null;
      const visitorAddress = c.var.info.address ?? '';
      const renderNow = async () => {
        const answer = await page.render();
        if (page.isComplete && answer.status === 200 && isHtml(answer.headers)) {
          const rendered = toCachedPage(await answer.text(), answer.headers, context.config);
          sourceCallsOf.set(rendered, page.sourceCalls);
          return rendered;
        }
        uncached = await page.finish(answer);
        return null;
      };
      // Many visitors may wait for a known page, so it does not wait in the queue of the one who asked first.
      const render = () =>
        cache.isCacheable(address) ? renders.runFirst(renderNow) : renders.run(renderNow, visitorAddress);
      const cached = await cache.page(c.req.raw, render, (made) => page.areUnchanged(sourceCallsOf.get(made) ?? []));
      if (!cached) return uncached ?? renders.run(async () => page.finish(await page.render()), visitorAddress);
      // Do not remember addresses with queries, because anyone can invent them.
      if (!c.req.url.includes('?')) c.var.keepForAll(() => cache.cached(address));
      return cached.answer(c.req.raw.headers);
    },
    stop: () => Promise.resolve(),
  };
}

/** Renders the page of one request and notes the API responses that it was rendered from. */
class PageRender {
  readonly sourceCalls: SourceCall[] = [];
  /** A page rendered while an API call failed may be outdated or incomplete, so only this visitor gets it. */
  isComplete = true;
  /** An API call failed because the database is unavailable. */
  #isUnavailable = false;
  readonly #context: Context;
  readonly #pagesByLanguage: ReadonlyMap<Language, LanguagePages>;
  readonly #c: ApiContext;
  readonly #api: Handler;
  readonly #request: Request;

  constructor(
    context: Context,
    pagesByLanguage: ReadonlyMap<Language, LanguagePages>,
    { c, api, request }: { readonly c: ApiContext; readonly api: Handler; readonly request: Request },
  ) {
    this.#context = context;
    this.#pagesByLanguage = pagesByLanguage;
    this.#c = c;
    this.#api = api;
    this.#request = request;
  }

  async render(): Promise<Response> {
    const { path: address, url } = this.#c.req;
    const languages = await languagesOf(this.#context);
    const staffLanguage = OFFICE.test(address) ? await this.#staffLanguage(languages) : null;
    const pages = findLanguagePages(
      this.#pagesByLanguage,
      splitLanguagePath(address).language,
      staffLanguage ? [staffLanguage] : languages,
    );
    const plainUrl = withoutLanguage(url);
    // Relative, because only clients know under which host they came.
    if (!pages) return new Response(null, { status: 308, headers: { location: plainUrl.pathname + plainUrl.search } });
    const loadContext = loadContextFor(this.#context, this.#callAndNote, pages, this.#c);
    const answer = await pages.handle(this.#request, loadContext);
    if (languages.length > 1 && isHtml(answer.headers)) {
      answer.headers.set('link', alternateLinks(this.#context.publicUrl, plainUrl.pathname, languages));
    }
    return answer;
  }

  async finish(answer: Response): Promise<Response> {
    if (this.#isUnavailable && answer.status >= 500) return answerUnavailable(this.#c, answer);
    const page = await finishPage(answer, this.#c.req.raw, this.#context.config);
    holdUntilRead(this.#c, Number(page.headers.get('content-length') ?? 0));
    return page;
  }

  /** True if the API still gives the responses that a page was rendered from. */
  async areUnchanged(calls: readonly SourceCall[]): Promise<boolean> {
    return (await Promise.all(calls.map((call) => this.#isUnchanged(call)))).every(Boolean);
  }

  async #isUnchanged({ method, url, acceptLanguage, digest }: SourceCall): Promise<boolean> {
    if (method !== 'GET') return false;
    const headers = new Headers(acceptLanguage === null ? {} : { 'accept-language': acceptLanguage });
    return (await digestOf(await this.#callAsVisitor(new Request(url, { headers })))) === digest;
  }

  readonly #callAndNote: Handler = async (query, bindings) => {
    const answer = await this.#api(query, bindings);
    this.isComplete &&= answer.ok;
    this.#isUnavailable ||= answer.status === 503;
    const { method, url, headers } = query;
    const digest = await digestOf(answer.clone());
    this.sourceCalls.push({ method, url, acceptLanguage: headers.get('accept-language'), digest });
    return answer;
  };

  /** Staff pages use the person's language; guest pages use that of the address. */
  async #staffLanguage(languages: readonly Language[]): Promise<Language | null> {
    const answer = await this.#callAsVisitor(new Request(`${this.#context.publicUrl}/api/getMe`));
    const { me } = (answer.ok ? await answer.json() : {}) as { me?: { language?: string } | null };
    return languages.find((each) => each === me?.language) ?? null;
  }

  async #callAsVisitor(request: Request): Promise<Response> {
    const { req, env, var: variables } = this.#c;
    return this.#api(withVisitor(this.#context, request, req.raw, variables.info.requestId), env);
  }
}

/** The restaurant's languages; while the database is unavailable, those that were read last. */
async function languagesOf({ db }: Context): Promise<readonly Language[]> {
  return readSite(db).then(({ languages }) => languages, restaurantLanguages);
}

/** How long a page waits before it loads itself again while the database is unavailable. */
const RELOAD_SECONDS = 5;
/** The data of a page: '/menu/truro.data' or, for addresses that end with a slash, '/fr/_.data'. */
const DATA_SUFFIX = /(?:(?<=\/)_)?\.data$/;

/** A page that could not be made without the database. */
function answerUnavailable(c: ApiContext, answer: Response): Response {
  const { path: address, method, raw } = c.req;
  if (!DATA_SUFFIX.test(address))
    return answerFailure(c, failure('unavailable', undefined, { retryAfter: RELOAD_SECONDS }));
  const page = new URL(raw.url);
  page.pathname = address.replace(DATA_SUFFIX, '');
  page.searchParams.delete('_routes');
  const referrer = raw.headers.get('referer') ?? '';
  // An open page that only checks for changes stays as it is.
  const isOpen = URL.canParse(referrer) && new URL(referrer).pathname === page.pathname;
  if (method !== 'GET' || isOpen) {
    const headers = new Headers(answer.headers);
    headers.set('retry-after', String(RELOAD_SECONDS));
    return new Response(answer.body, { status: 503, headers });
  }
  // Makes the router load the page anew, which then shows that the site is unavailable.
  return new Response(null, {
    status: 204,
    headers: {
      // The router adds the language of the open page.
      'x-remix-redirect': splitLanguagePath(page.pathname).path + page.search,
      'x-remix-reload-document': 'true',
      'cache-control': 'no-store',
    },
  });
}

/** Every language has the same routes. */
function sameForAll(pagesByLanguage: ReadonlyMap<Language, LanguagePages>): string {
  // Safe cast: there are always pages in the language of the source texts.
  const [{ build }] = [...pagesByLanguage.values()] as [LanguagePages];
  return build.entry.module.pagePattern('sameForAll', build.routes);
}

/** The request for a page. The size of a form is checked before the page reads it. */
export async function requestWithinLimits(context: Context, c: ApiContext): Promise<Request> {
  const { method, url, headers } = c.req.raw;
  if (method === 'GET' || method === 'HEAD') return c.req.raw;
  if (method !== 'POST') throw refuse('method-not-allowed');
  const limits = c.req.path.startsWith('/client-error') ? CLIENT_ERROR : FORM;
  await countRequest(context, c.var.info, limits.rate);
  const body = await readBytes(c, limits);
  return new Request(ownAddress(context, url), { method, headers, body, signal: c.req.raw.signal });
}

/**
 * The address with which the origin of forms and sessions is compared. Behind a proxy the scheme and host may differ, so
 * PUBLIC_URL decides. In development without it, it is the Host header, as a phone may open the site by any name.
 * Nothing sends this address to anyone: links use `publicUrl`.
 */
function ownAddress({ config: { PUBLIC_URL } }: Pick<Context, 'config'>, url: string): URL {
  const { origin, pathname, search } = new URL(url);
  const own = new URL(PUBLIC_URL ?? origin);
  [own.pathname, own.search] = [pathname, search];
  return own;
}

/** The Link header that tells search engines the page's other languages. */
function alternateLinks(publicUrl: string, pagePath: string, languages: readonly Language[]): string {
  return languages
    .map(
      (each) =>
        `<${publicUrl}${languagePrefix(languages, each)}${pagePath}>; rel="alternate"; hreflang="${LANGUAGES[each]}"`,
    )
    .join(', ');
}

/** The address of the page without a language prefix. */
function withoutLanguage(url: string): URL {
  const plain = new URL(url);
  plain.pathname = splitLanguagePath(plain.pathname).path;
  return plain;
}

/** The context in which the web app renders a page for the visitor of `c`. */
export function loadContextFor(
  context: Context,
  api: Handler,
  { build, language }: { build: WebBuild; language: Language },
  c: ApiContext,
): RouterContextProvider {
  const { requestId } = c.var.info;
  return build.entry.module.createLoadContext({
    // The page calls the public API with its visitor's cookies and address.
    fetchApi: async (request) => {
      request.headers.set('accept-language', language);
      return api(withVisitor(context, request, c.req.raw, requestId), c.env);
    },
    requestId,
    now: context.clock.now(),
    publicUrl: context.publicUrl,
    reportError: (error, errorId) => context.log.error({ requestId, errorId, err: error }, 'a page failed'),
  });
}

/** Adds the visitor's identity and our origin to an in-process call. The page sets the language. */
function withVisitor(context: Context, request: Request, visitor: Request, requestId: string): Request {
  const headers = new Headers(request.headers);
  for (const name of ['cookie', 'host', 'user-agent', 'x-forwarded-for']) {
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

/** A successfully rendered page that other visitors may get. */
function toCachedPage(page: string, from: Headers, config: Config): CachedResponse {
  const { html, hashes } = hashOwnScripts(page, from.get(MARK_HEADER));
  const link = from.get('link');
  return new CachedResponse(
    html,
    'text/html; charset=utf-8',
    {
      'cache-control': 'private, no-cache',
      vary: 'accept-encoding, cookie',
      ...(link !== null && { link }),
      'content-security-policy': contentSecurityPolicy(hashes, formTargetsOf(config)),
    },
    CACHED_PAGE_QUALITY,
  );
}

/** Finishes a page: sets a CSP with the hashes of its inline scripts, and compresses it. */
export async function finishPage(answer: Response, request: Request, config: Config): Promise<Response> {
  const headers = new Headers(answer.headers);
  headers.delete(MARK_HEADER);
  if (!isHtml(headers)) {
    if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
    headers.set('content-security-policy', "default-src 'none'; frame-ancestors 'none'");
    return new Response(answer.body, { status: answer.status, headers });
  }
  const { html, hashes } = hashOwnScripts(await answer.text(), answer.headers.get(MARK_HEADER));
  headers.set('content-security-policy', contentSecurityPolicy(hashes, formTargetsOf(config)));
  if (!headers.has('cache-control')) headers.set('cache-control', 'private, no-cache');
  headers.append('vary', 'accept-encoding, cookie');
  const encoding = bestEncoding(request.headers);
  const plain = new TextEncoder().encode(html);
  const bytes = encoding ? await compress(plain, encoding, UNCACHED_PAGE_QUALITY) : plain;
  if (encoding) headers.set('content-encoding', encoding);
  if (request.method === 'HEAD') return new Response(null, { status: answer.status, headers });
  headers.set('content-length', String(bytes.byteLength));
  return new Response(bytes, { status: answer.status, headers });
}

/** The origins where our forms may lead: the configured sign-in providers and the payment page. */
function formTargetsOf(config: Config): string[] {
  return [
    ...(config.GOOGLE_CLIENT_ID ? ['https://accounts.google.com'] : []),
    ...(config.FACEBOOK_CLIENT_ID ? ['https://www.facebook.com'] : []),
    ...(config.OIDC_ISSUER ? [new URL(config.OIDC_ISSUER).origin] : []),
    ...(config.payments?.pages ?? []),
  ];
}

function isHtml(headers: Headers): boolean {
  return headers.get('content-type')?.includes('text/html') ?? false;
}

/**
 * Finds the hashes of our own inline scripts by a random nonce. A script injected through user text cannot know it.
 * Removes the nonces from the page.
 */
export function hashOwnScripts(page: string, nonce: string | null): { html: string; hashes: string[] } {
  if (!nonce) return { html: page, hashes: [] };
  const marked = ` nonce="${nonce}"`;
  const scripts = [...page.matchAll(SCRIPT)].filter(
    ([, attributes = '']) => attributes.includes(marked) && !/\ssrc=/.test(attributes),
  );
  const hashes = scripts.map(([, , script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`);
  return { html: page.replaceAll(marked, ''), hashes: [...new Set(hashes)] };
}

/** Allows only our own script files and the inline scripts with these hashes. */
export function contentSecurityPolicy(hashes: readonly string[], formTargets: readonly string[]): string {
  return [
    "default-src 'self'",
    `script-src 'self' ${hashes.join(' ')}`.trim(),
    // Components set computed positions and sizes in style attributes.
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
