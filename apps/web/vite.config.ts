import { globSync } from 'node:fs';
import path from 'node:path';
import { translateSources, PAGE_LANGUAGE } from '@tiffin/languages/plugin';
import { reactRouter } from '@react-router/dev/vite';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { GROUPS } from './chunks.ts';

/** What every guest waits for is worth a second look: two kilobytes less than the bundler alone. */
function squeezeWhatGuestsWaitFor(): Plugin {
  const waitedFor = new Set<unknown>(GROUPS.map(({ name }) => name));
  return {
    name: 'squeeze-what-guests-wait-for',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !waitedFor.has(file.name)) continue;
        // What the first look puts together the second one shortens.
        for (let looks = 0; looks < 2; looks++) {
          const { code } = await minify(file.code, {
            module: true,
            compress: { passes: 3, keep_fargs: false },
            format: { comments: false },
          });
          file.code = code ?? file.code;
        }
      }
    },
  };
}

/** An icon's shapes are keyed at random: what nothing can squeeze is not sent. */
function iconsWithoutKeys(): Plugin {
  return {
    name: 'icons-without-keys',
    transform: {
      filter: { id: /lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/]/ },
      handler: (code) => ({ code: code.replaceAll(/,?\s*key: "[a-z0-9]+"|\s*size: 24,/g, ''), map: null }),
    },
  };
}

/**
 * The router asks at each turn whether it has to look for more routes, or whether the pages are components of the
 * server. Ours never are, and the table of routes is whole from the start: with the answer known, what would follow
 * from the other one is not sent.
 */
function routerWithoutOtherWays(): Plugin {
  return {
    name: 'router-without-other-ways',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]/ },
      handler: (code) => ({
        code: code
          .replace('return routeDiscovery.mode === "lazy" && ssr === true;', 'return false;')
          .replace(/(?<=function useIsRSCRouterContext\(\) \{\s*)return [^;]*;/, 'return false;'),
        map: null,
      }),
    },
  };
}

const MODULES = globSync('app/**/*.module.css', { cwd: import.meta.dirname }).toSorted();

/** What every page has before it loads anything more. */
const ON_EVERY_PAGE = /\/(rolldown-runtime|framework|frame)-/;

/** A class by its name and its file's place in the list of all: no two are the same, and it is short in scripts, styles and HTML. */
function generateScopedName(name: string, file: string): string {
  const from = path.relative(import.meta.dirname, file.split('?')[0] ?? file);
  // A file that came while `npm run dev` is running.
  if (!MODULES.includes(from)) MODULES.push(from);
  return `${name}_${MODULES.indexOf(from).toString(36)}`;
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    reactRouter(),
    translateSources(),
    iconsWithoutKeys(),
    routerWithoutOtherWays(),
    squeezeWhatGuestsWaitFor(),
  ],
  define: PAGE_LANGUAGE,
  // Of two thousand icons the few we show: the package itself, 50 MB, stays where the pages are built.
  ssr: { noExternal: ['lucide-react'] },
  resolve: {
    alias: [{ find: /^\.\.?\/createLucideIcon\.mjs$/, replacement: path.join(import.meta.dirname, 'app/ui/icon.ts') }],
  },
  css: { modules: { generateScopedName } },
  build: {
    modulePreload: { resolveDependencies: (_of, files) => files.filter((file) => !ON_EVERY_PAGE.test(file)) },
    // Drawings and fonts stay files with hashed names: cached once, never inside JavaScript.
    assetsInlineLimit: 0,
    target: 'es2023',
    // What belongs to which page: the worker keeps it.
    manifest: !isSsrBuild,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: { groups: GROUPS },
            // A page names a hundred files, and nothing squeezes a hash: the shortest that the bundler takes.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
          },
        },
  },
}));
