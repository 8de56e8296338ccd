import { reactRouter } from '@react-router/dev/vite';
import { defineConfig } from 'vite';

/** Routers and React: on every page, and changed only with their versions. */
const FRAMEWORK = /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]/;
/** What stands around every guest page. */
const FRAME =
  /[\\/]app[\\/](root\.tsx|paths\.ts|features[\\/]site-frame[\\/]|lib[\\/](handle|site|roles|sign-out|router-link|format|hours-text|error-id|report-browser-error|seo)\.tsx?|ui[\\/](base|tokens|button|class-names|link|spinner|dialog|money|states|toaster|toasts)\b)|[\\/]domain[\\/]src[\\/](core[\\/]money|hours[\\/]clock|people[\\/](phones|emails))\.ts/;

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter()],
  build: {
    // Drawings and fonts stay files with hashed names: cached once, never inside JavaScript.
    assetsInlineLimit: 0,
    target: 'es2023',
    rolldownOptions: isSsrBuild
      ? {}
      : {
          output: {
            // One file for the framework and one for the frame: many small ones squeeze badly.
            codeSplitting: {
              groups: [
                { name: 'framework', test: FRAMEWORK, priority: 2 },
                { name: 'frame', test: FRAME, priority: 1 },
              ],
            },
          },
        },
  },
}));
