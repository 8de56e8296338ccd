import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { currentLanguage, type Language } from '@tiffin/domain/core';
import { RESTAURANT_LANGUAGES } from '@tiffin/domain/restaurant';
import { createRequestHandler, type RouterContextProvider, type ServerBuild } from 'react-router';

/** What the server passes to the web app for each page. */
export interface PageInput {
  fetchApi: (request: Request) => Promise<Response>;
  requestId: string;
  now: Date;
  publicUrl: string;
  reportError: (error: unknown, errorId: string) => void;
}

/** A build of the web app's server, with what its entry exports. */
export type WebBuild = ServerBuild & {
  entry: {
    module: {
      createLoadContext(input: PageInput): RouterContextProvider;
      pagePattern(property: 'sameForAll', routes: ServerBuild['routes']): string;
    };
  };
};

type PageHandler = ReturnType<typeof createRequestHandler>;

/** The pages in one language. `handle` answers paths without, `handlePrefixed` those with the language as a prefix. */
export interface LanguagePages {
  readonly language: Language;
  readonly folder: string;
  readonly build: WebBuild;
  readonly handle: PageHandler;
  readonly handlePrefixed: PageHandler;
}

/** Loads the build of each language. The language of the source texts is required. */
export async function readLanguagePages(folder: string, mode: string): Promise<ReadonlyMap<Language, LanguagePages>> {
  const all = new Map<Language, LanguagePages>();
  const sourceLanguage = currentLanguage();
  for (const language of RESTAURANT_LANGUAGES) {
    const languageFolder = language === sourceLanguage ? folder : path.join(folder, language);
    const entry = path.join(languageFolder, 'server', 'index.js');
    if (!existsSync(entry)) continue;
    // The build has the types of the router that produced it.
    const build = (await import(pathToFileURL(entry).href)) as WebBuild;
    const handle = createRequestHandler(build, mode);
    const handlePrefixed = createRequestHandler({ ...build, basename: `/${language}` }, mode);
    all.set(language, { language, folder: languageFolder, build, handle, handlePrefixed });
  }
  if (!all.has(sourceLanguage))
    throw new Error('The web app has not been built: run it with npm start, or npm run build first.');
  return all;
}

/** The language and handler of a page. Null when the language of the prefix is the default one or not offered. */
export function findLanguagePages(
  all: ReadonlyMap<Language, LanguagePages>,
  prefix: Language | null,
  offered: readonly Language[],
): { language: Language; handle: PageHandler; build: WebBuild } | null {
  const built = offered.filter((each) => all.has(each));
  const defaultLanguage = built[0] ?? currentLanguage();
  if (prefix !== null && (prefix === defaultLanguage || !built.includes(prefix))) return null;
  const pages = all.get(prefix ?? defaultLanguage);
  if (!pages) return null;
  const { language, build, handle, handlePrefixed } = pages;
  return { language, build, handle: prefix === null ? handle : handlePrefixed };
}
