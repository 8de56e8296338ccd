import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import { areaOf, asCatalogue, CATALOGUES, catalogueFile, readCatalogue, type Catalogue } from './catalogue.ts';
import { inWordsOf } from './compile.ts';

/** Each build of the pages speaks one language. */
export const LANGUAGE = process.env['LANGUAGE'] ?? 'en';

/** For `define`: the domain's `language()` asks it. */
export const PAGE_LANGUAGE = { PAGE_LANGUAGE: JSON.stringify(LANGUAGE) };

/** Where the pages of this language are built: the English ones, and among them the others. */
export const BUILD = LANGUAGE === 'en' ? 'build' : path.join('build', LANGUAGE);

/** Puts the words of the language into the sources: what `say` marks, and all of the words files. */
export function inOneLanguage(): Plugin {
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
      filter: { id: /\/(?:apps\/web\/(?:app|worker)|packages\/domain\/src)\/[^?]*\.tsx?$/ },
      handler(code, id) {
        const file = path.relative(root, id);
        const words = inWordsOf(catalogueOf(areaOf(file)), code, file);
        return words === null ? null : { code: words, map: null };
      },
    },
  };
}
