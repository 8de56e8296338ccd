import { readFileSync } from 'node:fs';
import { say } from '@tiffin/domain/core';
import type { App } from '../platform/http/api-context.ts';

/** The script that other sites paste into their pages. Its words are in the language that the page asks for. */
export function mountEmbed(app: App): void {
  const source = readFileSync(new URL('embed.js', import.meta.url), 'utf8');
  app.get('/embed.js', (c) => {
    c.var.info.call = 'file';
    const labels = {
      order: say`Order online`,
      book: say`Book a table`,
      people: say`People`,
      day: say`Day`,
    };
    return c.body(
      source.replace('__WORDS__', () => JSON.stringify(labels)),
      200,
      {
        'content-type': 'text/javascript; charset=utf-8',
        'cache-control': 'public, max-age=3600',
        vary: 'accept-language',
        'cross-origin-resource-policy': 'cross-origin',
      },
    );
  });
}
