import { globSync } from 'node:fs';
import path from 'node:path';
import { translateSources, PAGE_LANGUAGE } from '@tiffin/languages/plugin';
import { reactRouter } from '@react-router/dev/vite';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';
import { GROUPS } from './chunks.ts';

/** Minifies the files every guest waits for a second time. This saves two kilobytes. */
function squeezeWhatGuestsWaitFor(): Plugin {
  const waitedFor = new Set<unknown>(GROUPS.map(({ name }) => name));
  return {
    name: 'squeeze-what-guests-wait-for',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !waitedFor.has(file.name)) continue;
        // The second pass shortens what the first one joined.
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

/** The keys of an icon's shapes are random and do not compress, so they are removed. */
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
 * The router checks on each navigation whether it must discover routes and whether pages are server components. Here
 * neither is true, so the checks are replaced by constants and the code behind them is dropped.
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

/** Loaded on every page before anything else. */
const ON_EVERY_PAGE = /\/(rolldown-runtime|framework|frame)-/;

/**
 * Class names consist of a short name and the index of their file, so that they are unique and short in scripts, styles
 * and HTML.
 */
function generateScopedName(name: string, file: string): string {
  const from = path.relative(import.meta.dirname, file.split('?')[0] ?? file);
  // A file that was added while `npm run dev` is running.
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
  // Bundles the few icons we use; the package (50 MB) is not needed where the server runs.
  ssr: { noExternal: ['lucide-react'] },
  resolve: {
    alias: [{ find: /^\.\.?\/createLucideIcon\.mjs$/, replacement: path.join(import.meta.dirname, 'app/ui/icon.ts') }],
  },
  css: { modules: { generateScopedName } },
  build: {
    modulePreload: { resolveDependencies: (_of, files) => files.filter((file) => !ON_EVERY_PAGE.test(file)) },
    // Pictures and fonts stay files with hashed names. They are cached once and never inlined into JavaScript.
    assetsInlineLimit: 0,
    target: 'es2023',
    // The service worker reads from it which files belong to which page.
    manifest: !isSsrBuild,
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            codeSplitting: { groups: GROUPS },
            // A page names about a hundred files, and hashes do not compress, so they are as short as the bundler
            // allows.
            entryFileNames: 'assets/[name]-[hash:7].js',
            chunkFileNames: 'assets/[name]-[hash:7].js',
            assetFileNames: 'assets/[name]-[hash:7][extname]',
          },
        },
  },
}));
