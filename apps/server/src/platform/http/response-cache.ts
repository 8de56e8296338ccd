import type { HttpBindings } from '@hono/node-server';
import { SOURCE_LANGUAGE, type Language } from '@tiffin/domain/core';
import { COOKIE_PREFIX } from '../auth/session-cookie.ts';
import { needsLanguageRedirect } from '../i18n/chosen-language.ts';
import { inLanguage, languageFromHeader } from '../i18n/request-language.ts';
import type { CurrentResponse } from './api-context.ts';
import type { Observe } from './observe.ts';

/** More or longer paths come only from clients that guess. */
const MOST_PATHS = 50;
const LONGEST_PATH = 200;
/** Requests with these headers may get personal responses. */
const PERSONAL = ['authorization', 'x-api-key'];

/**
 * Serves cached public responses (menus, and pages for visitors without a session) synchronously from memory, before
 * Hono. Requests that are not cached, may be outdated or are personal go through Hono. A handler whose response is the
 * same for everyone stores it here for later requests.
 */
export class ResponseCache {
  readonly #observe: Observe;
  /** By path with query and by language, which alone decide the response. The least recently used comes first. */
  readonly #entries = new Map<string, { readonly call: string; readonly current: CurrentResponse }>();

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  keep(address: string, language: Language, call: string, current: CurrentResponse): void {
    const path = pathWithQuery(address);
    const key = keyOf(path, language);
    if (path.length > LONGEST_PATH || this.#entries.has(key)) return;
    const [oldest] = this.#entries.keys();
    if (this.#entries.size === MOST_PATHS && oldest !== undefined) this.#entries.delete(oldest);
    this.#entries.set(key, { call, current: () => inLanguage(language, current) });
  }

  /** Null for requests that take the ordinary path. */
  answer(request: Request, bindings: Partial<HttpBindings>): Response | null {
    if (request.method !== 'GET' || !URL.canParse(request.url)) return null;
    const language = languageFromHeader(request.headers.get('accept-language'));
    const key = keyOf(pathWithQuery(request.url), language);
    const entry = this.#entries.get(key);
    if (!entry || isPersonal(request.headers) || needsLanguageRedirect(request)) return null;
    const ready = entry.current()?.ready(request.headers);
    if (!ready) return null;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    const { info, headers, answered } = this.#observe(request, bindings);
    info.call = entry.call;
    // A plain object, because a Headers object would cost as much as the rest.
    const response = new Response(ready.body, { status: ready.status, headers: { ...headers, ...ready.headers } });
    answered(ready.status);
    return response;
  }
}

function keyOf(path: string, language: Language): string {
  return language === SOURCE_LANGUAGE ? path : `${language} ${path}`;
}

/** Without scheme and host, because clients can send any Host. Parsing a URL would take longer than the rest. */
export function pathWithQuery(address: string): string {
  return address.slice(address.indexOf('/', address.indexOf('//') + 2));
}

/** Only our own cookies make a request personal. */
function isPersonal(headers: Headers): boolean {
  return PERSONAL.some((name) => headers.has(name)) || (headers.get('cookie') ?? '').includes(`${COOKIE_PREFIX}.`);
}
