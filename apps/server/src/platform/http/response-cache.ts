import type { HttpBindings } from '@hono/node-server';
import { SOURCE_LANGUAGE, type Language } from '@tiffin/domain/core';
import { COOKIE_PREFIX } from '../auth/session-cookie.ts';
import { needsLanguageRedirect } from '../i18n/chosen-language.ts';
import { inLanguage, languageFromHeader } from '../i18n/request-language.ts';
import type { CurrentResponse } from './api-context.ts';
import type { Observe } from './observe.ts';

/** More or longer addresses come only from clients that guess. */
const MOST_ADDRESSES = 50;
const LONGEST_ADDRESS = 200;
/** Requests with these headers may get personal responses. */
const PERSONAL = ['authorization', 'x-api-key'];

/**
 * Serves cached public responses (menus, and pages for visitors without a session) synchronously from memory, before
 * Hono. Requests that are not cached, may be outdated or are personal go through Hono. A handler whose response is the
 * same for everyone stores it here for later requests.
 */
export class ResponseCache {
  readonly #observe: Observe;
  /** By full address and language, which alone decide the response. */
  readonly #entries = new Map<string, { readonly call: string; readonly current: CurrentResponse }>();

  constructor(observe: Observe) {
    this.#observe = observe;
  }

  keep(address: string, language: Language, call: string, current: CurrentResponse): void {
    const key = keyOf(address, language);
    if (address.length > LONGEST_ADDRESS || this.#entries.has(key)) return;
    if (this.#entries.size === MOST_ADDRESSES) this.#entries.clear();
    this.#entries.set(key, { call, current: () => inLanguage(language, current) });
  }

  /** Null for requests that take the ordinary path. */
  answer(request: Request, bindings: Partial<HttpBindings>): Response | null {
    if (request.method !== 'GET') return null;
    const stored = this.#entries.get(keyOf(request.url, languageFromHeader(request.headers.get('accept-language'))));
    if (!stored || isPersonal(request.headers) || needsLanguageRedirect(request)) return null;
    const ready = stored.current()?.ready(request.headers);
    if (!ready) return null;
    const { info, headers, answered } = this.#observe(request, bindings);
    info.call = stored.call;
    // A plain object, because a Headers object would cost as much as the rest.
    const response = new Response(ready.body, { status: ready.status, headers: { ...headers, ...ready.headers } });
    answered(ready.status);
    return response;
  }
}

function keyOf(address: string, language: Language): string {
  return language === SOURCE_LANGUAGE ? address : `${language} ${address}`;
}

/** Cookies of others are ignored. */
function isPersonal(headers: Headers): boolean {
  return PERSONAL.some((name) => headers.has(name)) || (headers.get('cookie') ?? '').includes(`${COOKIE_PREFIX}.`);
}
