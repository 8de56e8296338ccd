import path from 'node:path';
import { translateSources, PAGE_LANGUAGE } from '@tiffin/languages/plugin';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig, type Plugin } from 'vite';
import { fileName, GROUPS } from './chunks.ts';

/**
 * Leaves out of React Router what this app never uses: tracing, names for developer tools, and discovering routes in
 * steps, which `react-router.config.ts` turns off. They are 2 kB of every first visit.
 */
const smallerRouter: Plugin = {
  name: 'smaller-router',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /react-router[\\/]dist[\\/]production/ },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = .*$/gm, '')
        .replaceAll(/\binit\.instrumentations\b/g, 'undefined')
        .replaceAll('= consumeInstrumentationClientResultMetaReceiver(router)', '= undefined')
        .replaceAll(/(?<!function )\bisFogOfWarEnabled\(routeDiscovery, ssr\)/g, 'false'),
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter(), translateSources(), smallerRouter],
  define: PAGE_LANGUAGE,
  // Bundles the few icons we use; the package (50 MB) is not needed where the server runs.
  ssr: { noExternal: ['lucide-react'] },
  resolve: {
    alias: [{ find: /^\.\.?\/createLucideIcon\.mjs$/, replacement: path.join(import.meta.dirname, 'app/ui/icon.ts') }],
  },
  build: {
    // Pictures and fonts stay files with hashed names. They are cached once and never inlined into JavaScript.
    assetsInlineLimit: 0,
    target: 'es2023',
    // The service worker reads from it which files belong to which page.
    manifest: !isSsrBuild,
    rolldownOptions: isSsrBuild ? {} : { output: { chunkFileNames: fileName, codeSplitting: { groups: GROUPS } } },
  },
}));
