import { createHash } from 'node:crypto';
import { locale, say } from '@tiffin/domain/core';
import { escapeHtml } from './escape-html.ts';

const STYLE = `body{font:18px/1.5 system-ui,sans-serif;color:#241a24;background:#fffdf8;margin:0}
main{max-width:34rem;margin:auto;padding:4rem 1rem}a{color:inherit;margin-right:1.5rem}
@media(prefers-color-scheme:dark){body{background:#1a121b;color:#f4eef2}}`;

/** Its one style, and nothing else. */
export const REFUSAL_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

interface Refused {
  readonly message: string;
  readonly status: number;
  readonly waitSeconds: number | null;
  /** Path and query. */
  readonly address: string;
}

/**
 * What somebody sees whose page, or form, was refused before there was a page: in words, with a way on.
 * Made of nothing but text, for the house may have its hands full.
 */
export function refusalPage({ message, status, waitSeconds, address }: Refused): string {
  const isBusy = status === 429 || status >= 500;
  const title = escapeHtml(isBusy ? say`Not right now` : message);
  const words = isBusy ? `<p>${escapeHtml(message)}</p>` : '';
  const wait = waitSeconds === null ? '' : `<p>${escapeHtml(tryAgainIn(waitSeconds))}</p>`;
  return `<!doctype html><html lang="${locale()}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>
${words}${wait}
<p><a href="${escapeHtml(address)}">${escapeHtml(say`Try again`)}</a><a href="/">${escapeHtml(say`To the home page`)}</a></p></main></body></html>`;
}

function tryAgainIn(seconds: number): string {
  if (seconds === 1) return say`You can try again in 1 second.`;
  if (seconds < 90) return say`You can try again in ${seconds} seconds.`;
  const minutes = Math.ceil(seconds / 60);
  return say`You can try again in ${minutes} minutes.`;
}
