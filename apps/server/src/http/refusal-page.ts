import { createHash } from 'node:crypto';

const STYLE = `body{font:18px/1.5 system-ui,sans-serif;color:#241a24;background:#fffdf8;margin:0}
main{max-width:34rem;margin:auto;padding:4rem 1rem}a{color:inherit;margin-right:1.5rem}
@media(prefers-color-scheme:dark){body{background:#1a121b;color:#f4eef2}}`;

/** Its one style, and nothing else. */
export const REFUSAL_POLICY = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; base-uri 'none'; frame-ancestors 'none'`;

/**
 * What somebody sees whose page, or form, was refused before there was a page: in words, with a way on.
 * Made of nothing but text, for the house may have its hands full.
 */
export function refusalPage(message: string, waitSeconds: number | null, path: string): string {
  const wait = waitSeconds === null ? '' : `<p>You can try again in ${inWords(waitSeconds)}.</p>`;
  return `<!doctype html><html lang="en-CA"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex"><title>Not right now</title><style>${STYLE}</style></head><body><main><h1>Not right now</h1>
<p>${escapeHtml(message)}</p>${wait}
<p><a href="${escapeHtml(path)}">Try again</a><a href="/">To the home page</a></p></main></body></html>`;
}

function inWords(seconds: number): string {
  const [count, unit] = seconds < 90 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
