import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BUILD, translateSources, LANGUAGE, PAGE_LANGUAGE } from '@tiffin/languages/plugin';
import { defineConfig, type UserConfig } from 'vite';
import type { pagePattern } from './app/shared/page/handle.ts';

/* Builds the service worker as one script. It is built after the pages because it contains the names of their files, so
   each build and each language has its own worker. */

const CLIENT = path.join(import.meta.dirname, BUILD, 'client');

interface Chunk {
  readonly file: string;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
  readonly assets?: readonly string[];
}

interface BuiltPages {
  readonly routes: Parameters<typeof pagePattern>[1];
  readonly entry: { readonly module: { readonly pagePattern: typeof pagePattern } };
}

const STAFF_PAGE = /^app\/routes\/office\//;
/** Not needed offline. */
const LEFT_OUT = /\.(?:wav|webp|jpg|png|map)$|\/legal/;

function filesOfPages(): { guest: readonly string[]; staff: readonly string[] } {
  const chunks: Readonly<Record<string, Chunk>> = JSON.parse(
    readFileSync(path.join(CLIENT, '.vite', 'manifest.json'), 'utf8'),
  );
  const pages = Object.keys(chunks).filter((key) => /^app\/(?:routes\/|root\.|entry\.)|entry\.client/.test(key));
  const staffPages = pages.filter((key) => STAFF_PAGE.test(key));
  const guest = reach(
    chunks,
    pages.filter((key) => !STAFF_PAGE.test(key)),
  );
  const staff = [...reach(chunks, staffPages)].filter((file) => !guest.has(file));
  return { guest: [...guest, '/favicon.svg'].toSorted(), staff: staff.toSorted() };
}

function reach(chunks: Readonly<Record<string, Chunk>>, from: readonly string[]): ReadonlySet<string> {
  const visited = new Set<string>();
  const files = new Set<string>();
  const open = [...from];
  for (let key = open.pop(); key !== undefined; key = open.pop()) {
    const chunk = chunks[key];
    if (!chunk || visited.has(key)) continue;
    visited.add(key);
    for (const file of [chunk.file, ...(chunk.css ?? []), ...(chunk.assets ?? [])]) {
      if (!LEFT_OUT.test(file)) files.add(`/${file}`);
    }
    open.push(...(chunk.imports ?? []), ...(chunk.dynamicImports ?? []));
  }
  return files;
}

/** The routes say which pages work offline; only the server build knows them. */
async function offlinePages(): Promise<string> {
  const built: BuiltPages = await import(pathToFileURL(path.join(CLIENT, '..', 'server', 'index.js')).href);
  return built.entry.module.pagePattern('worksOffline', built.routes);
}

async function build() {
  const files = { ...filesOfPages(), offlinePages: await offlinePages() };
  const id = createHash('sha256').update(JSON.stringify(files)).digest('base64url').slice(0, 12);
  return { id, ...files };
}

export default defineConfig(async (): Promise<UserConfig> => ({
  publicDir: false,
  plugins: [translateSources()],
  define: { ...PAGE_LANGUAGE, BUILD: JSON.stringify(await build()) },
  build: {
    outDir: CLIENT,
    emptyOutDir: false,
    target: 'es2023',
    lib: { entry: path.join(import.meta.dirname, 'worker', 'worker.ts'), formats: ['iife'], name: 'worker' },
    rolldownOptions: { output: { entryFileNames: LANGUAGE === 'en' ? 'worker.js' : `worker-${LANGUAGE}.js` } },
  },
}));
