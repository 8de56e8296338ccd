import { languagePrefix, type Language } from '@tiffin/domain/core';
import type { MiddlewareHandler } from 'hono';
import type { App, Environment } from '../http/api-context.ts';
import { restaurantLanguages, inLanguage, languageFromHeader } from './request-language.ts';

const COOKIE_MAX_AGE_S = 365 * 24 * 60 * 60;
const COOKIE = /(?:^|;\s*)language=([a-z]{2})(?:;|$)/;

/** The language that the guest chose, else the browser's; null if it is the restaurant's first one. */
function homepageLanguage(headers: Headers): Language | null {
  const [, chosen] = COOKIE.exec(headers.get('cookie') ?? '') ?? [];
  const languages = restaurantLanguages();
  const language = languages.find((each) => each === chosen) ?? languageFromHeader(headers.get('accept-language'));
  return language === languages[0] ? null : language;
}

/**
 * True for the homepage without a language prefix when the guest must be redirected. Such a request must not get the
 * cached page.
 */
export function needsLanguageRedirect({ url, headers }: Request): boolean {
  return homepageLanguage(headers) !== null && new URL(url).pathname === '/';
}

/**
 * '/in/fr/menu/truro' redirects to the menu in French and stores the choice for later visits to the homepage. Without a
 * choice the homepage opens in the browser's language. Other pages follow their address only, so they are the same for
 * everyone.
 */
export function mountChosenLanguage(app: App, { overTls }: { readonly overTls: boolean }): void {
  app.get('/in/:language{[a-z][a-z]}/*', (c) => {
    c.var.info.call = 'language';
    const languages = restaurantLanguages();
    const chosen = languages.find((each) => each === c.req.param('language'));
    const { pathname, search } = new URL(c.req.url);
    // Only one slash, because two would redirect to another site.
    const page = `/${pathname.slice('/in/fr/'.length).replace(/^[/\\]+/, '')}${search}`;
    c.header('cache-control', 'no-store');
    if (!chosen) return c.redirect(page, 303);
    const cookie = `language=${chosen}; Path=/; Max-Age=${COOKIE_MAX_AGE_S}; HttpOnly; SameSite=Lax`;
    c.header('set-cookie', overTls ? `${cookie}; Secure` : cookie);
    return c.redirect(languagePrefix(languages, chosen) + page, 303);
  });
  app.get('/', (c, next) => {
    const language = homepageLanguage(c.req.raw.headers);
    if (!language) return next();
    c.var.info.call = 'language';
    c.header('cache-control', 'private, no-cache');
    c.header('vary', 'cookie, accept-language');
    return Promise.resolve(c.redirect(`/${language}/${new URL(c.req.url).search}`, 302));
  });
}

/** Runs a request in the language it asks for. Pages send theirs with every call. */
export const runInRequestLanguage: MiddlewareHandler<Environment> = (c, next) =>
  inLanguage(languageFromHeader(c.req.header('accept-language')), next);
