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
            // React is one function that runs once. Browsers compile a function in parentheses while they download the
            // file; without them, they compile React when it runs, which blocks the page.
            format: { comments: false, wrap_func_args: file.name === 'framework' },
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
 * What the router brings that no page uses: discovery of routes, server components, fetchers, prefetched links,
 * blocked navigation, view transitions, route patterns and instrumentation. Constants replace the conditions that lead
 * there, and the code behind them is dropped. `.oxlintrc.json` refuses imports of what is missing then.
 */
const UNUSED_IN_ROUTER: ReadonlyArray<readonly [file: string, from: string, to: string]> = [
  ['dom/ssr/fog-of-war.js', 'return routeDiscovery.mode === "lazy" && ssr === true;', 'return false;'],
  ['context.js', 'return React$1.useContext(RSCRouterContext);', 'return false;'],
  ['router/router.js', 'if (init.patchRoutesOnNavigation) {', 'if (false) {'],
  ['router/router.js', 'if (isFogOfWar) {', 'if (false) {'],
  ['router/router.js', 'if (fogOfWar.active && fogOfWar.matches)', 'if (false)'],
  ['router/router.js', 'if (future.unstable_routePatternMatching) {', 'if (false) {'],
  ['router/router.js', 'if (init.instrumentations)', 'if (false)'],
  ['router/router.js', 'consumeInstrumentationClientResultMetaReceiver(router)', 'null'],
  [
    'router/router.js',
    'async function fetch(key, routeId, href, opts) {',
    'async function fetch() { throw new Error("vite.config.ts leaves fetchers out of the router"); ',
  ],
  ['router/router.js', 'if (blockerFunctions.size === 0) return;', 'return;'],
  ['router/router.js', 'if (blockerKey && delta != null) {', 'if (false) {'],
  ['router/router.js', 'if (blockerKey) {', 'if (false) {'],
  [
    'router/router.js',
    'if (pendingAction === "POP" && !isUninterruptedRevalidation && location !== state.location) {',
    'if (false) {',
  ],
  ['router/router.js', 'else if (pendingViewTransitionEnabled) {', 'else if (false) {'],
  ['router/router.js', 'restoreAppliedTransitions(routerWindow, appliedViewTransitions);', ''],
  ['router/router.js', 'persistAppliedTransitions(routerWindow, appliedViewTransitions)', 'undefined'],
  // Warnings for developers, whose texts are long.
  ['router/history.js', 'if (!cond) {', 'if (false) {'],
  ['components.js', 'if (!viewTransitionOpts || !isViewTransitionAvailable) {', 'if (true) {'],
  ['components.js', 'if (renderDfd && pendingState && router.window) {', 'if (false) {'],
  [
    'dom/lib.js',
    'let [shouldPrefetch, prefetchRef, prefetchHandlers] = usePrefetchBehavior(prefetch, rest);',
    'const shouldPrefetch = false, prefetchRef = null, prefetchHandlers = null;',
  ],
  ['dom/ssr/components.js', 'isPageLinkDescriptor(link) ?', 'false ?'],
];

/** Drops `UNUSED_IN_ROUTER`. The build fails if a new version of the router does not contain a condition. */
function routerWithoutUnused(): Plugin {
  const found = new Set<string>();
  return {
    name: 'router-without-unused',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    transform: {
      filter: { id: /react-router[\\/]dist[\\/]production[\\/]lib[\\/]/ },
      handler(code, id) {
        let changed = code;
        for (const [file, from, to] of UNUSED_IN_ROUTER) {
          if (!id.replaceAll('\\', '/').split('?')[0]?.endsWith(`/lib/${file}`) || !changed.includes(from)) continue;
          found.add(from);
          changed = changed.replaceAll(from, to);
        }
        return { code: changed, map: null };
      },
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      const missing = UNUSED_IN_ROUTER.filter(([, from]) => !found.has(from));
      if (missing.length > 0) this.error(`The router has changed; not found: ${missing.join('\n')}`);
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
  plugins: [reactRouter(), translateSources(), iconsWithoutKeys(), routerWithoutUnused(), squeezeWhatGuestsWaitFor()],
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
