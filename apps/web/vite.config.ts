import { reactRouter } from '@react-router/dev/vite';
import { minify } from 'terser';
import { defineConfig, type Plugin } from 'vite';

/** Routers and React: on every page, and changed only with their versions. */
const FRAMEWORK = /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]/;
/** What stands around every guest page. */
const FRAME =
  /[\\/]app[\\/](root\.tsx|paths\.ts|replay-clicks\.ts|guest[\\/]frame[\\/](?!access-denied|account-menu\.tsx)|shared[\\/](api[\\/]lifetimes|dish[\\/]category-art|page[\\/](handle|router-link)|session[\\/](roles|sign-out)|site[\\/](site|hours-text|seo|map-href)|errors[\\/](error-id|report-browser-error)|offline[\\/]stored|live[\\/](revalidate|page-age))\.tsx?|ui[\\/](format|base|tokens|button|class-names|link|spinner|money|open-state|empty-state|toaster|toasts|badge|choices|field|search-input)\b)|[\\/]app[\\/]shared[\\/]page[\\/]hydrated\b|[\\/]icons[\\/](plus|minus|x|check|chevron-down|map-pin|phone|star|chevron-right)\.m?js|[\\/]domain[\\/]src[\\/](core[\\/]money|hours[\\/]clock|people[\\/]phones)\.ts/;

/** Small parts of pages on which something is filled in. */
const KIT = /[\\/]app[\\/]ui[\\/](banner|stepper|skeleton|inputs)\b/;
/** What is heard of changes as they happen. */
const LIVE = /[\\/]app[\\/]shared[\\/]live[\\/](live-events|server-clock|stream-state)/;
const BOOKING =
  /[\\/]app[\\/](guest[\\/]booking[\\/](?!my-reservations)|shared[\\/](reservation[\\/]reservation-words|offline[\\/]waiting-reservations))/;
/** The menu and the cart: one file, because many small ones squeeze badly. */
const ORDERING =
  /[\\/]app[\\/](guest[\\/](menu|cart)[\\/](?!dish-dialog|location-choice|cart-panel|cart-sheet|favourites)|routes[\\/]guest[\\/]menu\.tsx|shared[\\/](cart[\\/](carts|cart-storage|use-cart-changes|order-type)|dish[\\/]dish-art)\.tsx?)|[\\/]domain[\\/]src[\\/](cart[\\/](cart|line)|pricing[\\/]price)/;

const GROUPS = [
  // One file for the framework and one for the frame: many small ones squeeze badly.
  { name: 'framework', test: FRAMEWORK, priority: 2 },
  { name: 'frame', test: FRAME, priority: 1 },
  { name: 'kit', test: KIT, priority: 0.5 },
  { name: 'live', test: LIVE, priority: 0.5 },
  // Comes when the device passes on to somebody else, from whatever page: without it, all of the booking would.
  { name: 'forget', test: /[\\/]app[\\/]shared[\\/]offline[\\/]forget\.ts/, priority: 0.5 },
  { name: 'ordering', test: ORDERING },
  { name: 'booking', test: BOOKING },
];

/** What every guest waits for is worth a second look: two kilobytes less than the bundler alone. */
function squeezeWhatGuestsWaitFor(): Plugin {
  const waitedFor = new Set(GROUPS.map(({ name }) => name));
  return {
    name: 'squeeze-what-guests-wait-for',
    apply: (_config, { isSsrBuild }) => !isSsrBuild,
    async generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk' || !waitedFor.has(file.name)) continue;
        const { code } = await minify(file.code, {
          module: true,
          compress: { passes: 3 },
          format: { comments: false },
        });
        file.code = code ?? file.code;
      }
    },
  };
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter(), squeezeWhatGuestsWaitFor()],
  build: {
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
          },
        },
  },
}));
