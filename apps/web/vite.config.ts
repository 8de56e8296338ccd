import path from 'node:path';
import { translateSources, PAGE_LANGUAGE } from '@tiffin/languages/plugin';
import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';
import { GROUPS } from './chunks.ts';

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter(), translateSources()],
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
    rolldownOptions: isSsrBuild ? {} : { output: { codeSplitting: { groups: GROUPS } } },
  },
}));
