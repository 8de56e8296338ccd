import { createHash } from 'node:crypto';
import { currentLocale, say } from '@tiffin/domain/core';
import { escapeHtml } from './escape-html.ts';

/* The page that a person sees when a page was refused or could not be rendered, or a form was refused. It loads nothing
   else, because the server may be overloaded or without its database. It looks like the guests' pages. */

const STYLE = `:root{color-scheme:light dark}
*{box-sizing:border-box}
body{display:grid;align-content:center;justify-items:center;min-height:100vh;min-height:100dvh;margin:0;padding:32px 20px;background:#fdfaf3;color:#2a1526;font:17px/1.55 Inter,system-ui,sans-serif;text-align:center}
svg{width:132px;height:132px;margin-bottom:20px}
h1{max-width:22ch;margin:0 auto 12px;font:560 2rem/1.15 Fraunces,Georgia,serif;letter-spacing:-.01em;text-wrap:balance}
p{max-width:44ch;margin:0 auto 12px;text-wrap:pretty}
nav{display:flex;flex-wrap:wrap;gap:12px;justify-content:center;margin-top:20px}
a{display:inline-flex;align-items:center;min-height:48px;padding:0 22px;border-radius:999px;color:inherit}
a:first-child{background:#511d49;color:#fdfaf3;text-decoration:none}
a:focus-visible{outline:3px solid #2f7de1;outline-offset:2px}
@media(prefers-color-scheme:dark){body{background:#150b13;color:#f6edf0}a:first-child{background:#f3a52b;color:#22101f}a:focus-visible{outline-color:#8fbcff}}`;

/** Allows only the page's one style. */
export const REFUSAL_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/** A plate with a bell over it. */
const PICTURE = `<svg viewBox="0 0 200 200" aria-hidden="true"><circle cx="100" cy="100" r="96" fill="#5d2b50"/><path d="M44 126a56 56 0 0 1 112 0z" fill="#f3a52b"/><path d="M60 118a40 40 0 0 1 26-31" fill="none" stroke="#fdf1d8" stroke-width="6" stroke-linecap="round"/><circle cx="100" cy="63" r="8" fill="#f3a52b"/><rect x="34" y="130" width="132" height="12" rx="6" fill="#fdf1d8"/></svg>`;

/** The pause before the page is loaded again, unless the refusal says how long to wait. */
const RELOAD_SECONDS = 5;

export interface RefusedPage {
  readonly message: string;
  readonly status: number;
  readonly waitSeconds: number | null;
  /** Path and query. */
  readonly address: string;
  /** Loads the address again after the waiting time: only for pages that the server cannot show at the moment. */
  readonly reloads: boolean;
}

/** The page as HTML, in the current language. */
export function refusalPage({ message, status, waitSeconds, address, reloads }: RefusedPage): string {
  const texts = textsOf({ message, status, reloads });
  const title = escapeHtml(texts.title);
  const explanation = texts.explanation === null ? '' : `<p>${escapeHtml(texts.explanation)}</p>`;
  const wait = waitSeconds === null || reloads ? '' : `<p>${escapeHtml(tryAgainIn(waitSeconds))}</p>`;
  const seconds = waitSeconds ?? RELOAD_SECONDS;
  const reload = reloads ? `<meta http-equiv="refresh" content="${seconds};url=${escapeHtml(address)}">` : '';
  return `<!doctype html><html lang="${currentLocale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex">${reload}<title>${title}</title><style>${STYLE}</style></head><body><main>${PICTURE}<h1>${title}</h1>
${explanation}${wait}
<nav><a href="${escapeHtml(address)}">${escapeHtml(say`Try again`)}</a><a href="/">${escapeHtml(say`To the home page`)}</a></nav></main></body></html>`;
}

function textsOf({ message, status, reloads }: Pick<RefusedPage, 'message' | 'status' | 'reloads'>) {
  if (reloads) {
    const explanation = say`We cannot show this page for a moment. It loads again automatically, and nothing you have ordered or put into your cart is lost.`;
    return { title: say`We will be right back`, explanation };
  }
  const isBusy = status === 429 || status >= 500;
  return isBusy ? { title: say`Not right now`, explanation: message } : { title: message, explanation: null };
}

function tryAgainIn(seconds: number): string {
  if (seconds === 1) return say`You can try again in 1 second.`;
  if (seconds < 90) return say`You can try again in ${seconds} seconds.`;
  const minutes = Math.ceil(seconds / 60);
  return say`You can try again in ${minutes} minutes.`;
}
