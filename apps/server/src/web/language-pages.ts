import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { currentLanguage as spokenLanguage, type Language } from '@tiffin/domain/core';
import { RESTAURANT_LANGUAGES } from '@tiffin/domain/restaurant';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';

export interface PageInput {
  fetchApi: (request: Request) => Promise<Response>;
  requestId: string;
  now: Date;
  publicUrl: string;
  reportError: (error: unknown, errorId: string) => void;
}

export type WebBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext(input: PageInput): RouterContextProvider;
      pagePattern(property: 'sameForAll', routes: ServerBuild['routes']): string;
    };
  };
};

type Handle = ReturnType<typeof createRequestHandler>;

/** The pages in one language, at their default paths and at paths with a language prefix. */
export interface LanguagePages {
  readonly language: Language;
  readonly folder: string;
  readonly build: WebBuild;
  readonly plain: Handle;
  readonly named: Handle;
}

/** Loads the build of each language. The language of the source texts is required. */
export async function readLanguagePages(folder: string, mode: string): Promise<ReadonlyMap<Language, LanguagePages>> {
  const all = new Map<Language, LanguagePages>();
  const own = spokenLanguage();
  for (const language of RESTAURANT_LANGUAGES) {
    const there = language === own ? folder : path.join(folder, language);
    const entry = path.join(there, 'server', 'index.js');
    if (!existsSync(entry)) continue;
    // The build has the types of the router that produced it.
    const build = (await import(pathToFileURL(entry).href)) as WebBuild;
    const [plain, named] = [build, { ...build, basename: `/${language}` }].map((each) =>
      createRequestHandler(each, mode),
    ) as [Handle, Handle];
    all.set(language, { language, folder: there, build, plain, named });
  }
  if (!all.has(own)) throw new Error('The web app has not been built: run it with npm start, or npm run build first.');
  return all;
}

/** The language and handler of a page. Null when the language prefix is unnecessary or not offered. */
export function findLanguagePages(
  all: ReadonlyMap<Language, LanguagePages>,
  named: Language | null,
  offered: readonly Language[],
): { language: Language; handle: Handle; build: WebBuild } | null {
  const built = offered.filter((each) => all.has(each));
  const own = built[0] ?? spokenLanguage();
  if (named !== null && (named === own || !built.includes(named))) return null;
  const pages = all.get(named ?? own);
  return pages
    ? { language: pages.language, handle: named === null ? pages.plain : pages.named, build: pages.build }
    : null;
}
