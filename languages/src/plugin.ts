import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { areaOf, asCatalogue, CATALOGUES, catalogueFile, readCatalogue, type Catalogue } from './catalogue.ts';
import { translateSource } from './compile.ts';

/** Each build of the pages is in one language. */
export const LANGUAGE = process.env['LANGUAGE'] ?? 'en';

/** For `define`: the domain's `language()` reads this value. */
export const PAGE_LANGUAGE = { PAGE_LANGUAGE: JSON.stringify(LANGUAGE) };

/** The build folder of this language. The English build contains the others. */
export const BUILD = LANGUAGE === 'en' ? 'build' : path.join('build', LANGUAGE);

/** React Router adds `?route-chunk=main` to a page that it splits. */
export const SOURCE = /\/(?:apps\/web\/(?:app|worker)|packages\/domain\/src)\/[^?]*\.tsx?(?:\?route-chunk=\w+)?$/;

/** Replaces the texts that `say` marks by their translations. */
export function translateSources(): Plugin {
  const root = path.join(CATALOGUES, '..');
  const existing = new Map<string, Catalogue | null>();
  const catalogueOf = (area: string): Catalogue | null => {
    const file = catalogueFile(LANGUAGE, area);
    const there = existing.get(area) ?? (existsSync(file) ? asCatalogue(readCatalogue(file)) : null);
    existing.set(area, there);
    return there;
  };
  return {
    name: 'in-one-language',
    transform: {
      filter: { id: SOURCE },
      handler(code, id) {
        const file = path.relative(root, id.replace(/\?.*/, ''));
        const translated = translateSource(catalogueOf(areaOf(file)), code, file);
        return translated === null ? null : { code: translated, map: null };
      },
    },
  };
}
