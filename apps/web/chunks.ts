import path from 'node:path';
import type { Rolldown } from 'vite';

/* Decides which file of the build contains a module. Guests should download few bytes, the back office few files. So
   the code of a guest's first pages is in named groups; the back office has one file for common code and one for each
   part that loads on its own. */

/** Router and React: on every page; they change only with their versions. */
const FRAMEWORK = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/;

const FRAME =
  /[\\/]app[\\/](root\.tsx|paths\.ts|routes[\\/]guest[\\/]frame\.tsx|replay-clicks\.ts|guest[\\/]frame[\\/](?!access-denied|account-menu\.tsx|header-cart|open-order-link)|shared[\\/](api[\\/](lifetimes|new-key)|cart[\\/](carts|cart-storage|stated-allergies|start-location)|dish[\\/]category-art|page[\\/](handle|router-link|on-restored|settled)|session[\\/](roles|sign-out)|site[\\/](site|hours-text|restaurant-json-ld|seo)|errors[\\/](error-id|report-browser-error)|offline[\\/]text-storage|live[\\/](revalidate|page-age|server-clock))\.tsx?|ui[\\/](format|icon|base|tokens|button|class-names|link|spinner|money|empty-state|toaster|toasts|badge|choices|search-input)\b)|[\\/]app[\\/]shared[\\/]page[\\/]hydrated\b|[\\/]icons[\\/](plus|minus|x|check|chevron-down|map-pin|phone|star|chevron-right)\.m?js|[\\/]domain[\\/]src[\\/](core[\\/](money|language|formats)|hours[\\/]clock|people[\\/]phones|pricing[\\/]tax-name|menu[\\/](diet|allergy-codes)|order[\\/]allergy)\.ts/;

const LIVE = /[\\/]app[\\/]shared[\\/]live[\\/](live-events|stream-state)/;
/**
 * Needed by every page except home and menu: form fields, error messages, and what is deleted when the device changes
 * hands. A page that needs one of them loads all.
 */
const COMMON =
  /[\\/]app[\\/](ui[\\/](banner|boxes|stepper|skeleton|inputs|field)\b|guest[\\/]booking[\\/](?!my-reservations)|shared[\\/](offline[\\/](waiting-reservations|clear-stored-data\.ts)))|[\\/]domain[\\/]src[\\/](core[\\/]errors|errors[\\/]\w+)\.ts/;
/** The numbering plans of all countries. Browsers keep them over many versions of the site. */
const PHONES = /node_modules[\\/]libphonenumber-js[\\/]|[\\/]domain[\\/]src[\\/]people[\\/]phone-numbers\.ts/;
/** Menu and cart: one file, because many small files compress badly. */
const ORDERING =
  /[\\/]app[\\/](guest[\\/](menu|cart)[\\/](?!dish-|delivery-|add-to-cart|delayed-text|heat-choice|menu-search|location-choice|cart-panel|cart-sheet|welcome-offer-note)|routes[\\/]guest[\\/]menu\.tsx|shared[\\/](cart[\\/](use-cart-changes|order-type)|dish[\\/]dish-picture)\.tsx?)|[\\/]domain[\\/]src[\\/](cart[\\/]line|pricing[\\/]line)/;
/** Options of a dish: loaded with the dish's dialog, the till and an order change. */
const CHOICES = /[\\/]app[\\/]shared[\\/]dish[\\/](option-|dish-choices|coming-choices|use-dish-choice|line-note)/;
/** The search for dishes: loaded when a guest goes near the search field, and with the till. */
const SEARCH = /[\\/]domain[\\/]src[\\/]menu[\\/]search(-words|-vocabulary)?\.ts/;

const OFFICE_PAGE = /[\\/]routes[\\/]office[\\/]/;
const PAYING_PAGE = /[\\/]routes[\\/]guest[\\/]checkout/;
/** The tablet app. A page that loads this chunk would start the app, so nothing else may be in it. */
const TABLET_APP = /[\\/]app[\\/]android-app\.ts|[\\/]apps[\\/]android[\\/]|node_modules[\\/]@capacitor/;
/** The board waits for these, and the back office starts there. */
const BOARD = /[\\/]routes[\\/]office[\\/](dashboard|orders-section|alarm-host)\.tsx/;
const LIBRARY = /node_modules[\\/](?!lucide)/;
/** Libraries for dialogs of the back office. `npm run bench -- weight` checks that no guest downloads them. */
const OFFICE_LIBRARY =
  /node_modules[\\/](@radix-ui[\\/]react-(menu|dropdown-menu|popover|popper|dismissable-layer|focus-scope|focus-guards|portal|use-size)|@floating-ui|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|aria-hidden|tslib)/;

interface Belonging {
  readonly isOffice: boolean;
  readonly isGuests: boolean;
  readonly isPaying: boolean;
  /** The parts that load on their own. */
  readonly parts: readonly string[];
}
const belongings = new Map<string, Belonging>();

/** The pages, and the parts that load on their own, that need a module. */
function comesWith(id: string, graph: Rolldown.ChunkingContext): Belonging {
  const before = belongings.get(id);
  if (before) return before;
  const pages = new Set<string>();
  const parts = new Set<string>();
  const visited = new Set<string>();
  const climb = (of: string, isInPart: boolean): void => {
    const info = graph.getModuleInfo(of);
    const step = `${of} ${isInPart}`;
    if (!info || visited.has(step)) return;
    visited.add(step);
    if (info.isEntry) pages.add(of);
    if (isInPart && (info.isEntry || info.dynamicImporters.length > 0)) parts.add(of);
    for (const each of info.importers) climb(each, isInPart);
    for (const each of info.dynamicImporters) climb(each, false);
  };
  climb(id, true);
  const answer = {
    isOffice: [...pages].some((page) => OFFICE_PAGE.test(page)),
    isGuests: [...pages].some((page) => !OFFICE_PAGE.test(page)),
    isPaying: [...pages].some((page) => PAYING_PAGE.test(page)),
    parts: [...parts],
  };
  belongings.set(id, answer);
  return answer;
}

/**
 * Code that guests and back office both use, apart from a guest's first pages. A guest who pays loads no more than that
 * needs.
 */
const sharedChunk: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const { isGuests, isOffice, isPaying, parts } = comesWith(id, graph);
  if (LIBRARY.test(id) || !isGuests || !isOffice || parts.length < 2) return null;
  return isPaying ? 'paying' : 'shared';
};

/** Libraries for guests, each with the pages that use it. */
const libraryChunk: Rolldown.CodeSplittingNameFunction = (id, graph) =>
  LIBRARY.test(id) && !OFFICE_LIBRARY.test(id) && comesWith(id, graph).isGuests ? 'library' : null;

/**
 * The board, and code that several parts of the back office use, in one file: a person who opens one part opens the
 * others too.
 */
const officeChunk: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  if (OFFICE_LIBRARY.test(id)) return 'office';
  const { isGuests, isOffice, parts } = comesWith(id, graph);
  if (isGuests || !isOffice) return null;
  return parts.length > 1 || parts.some((part) => BOARD.test(part)) ? 'office' : null;
};

const partChunk: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const { isGuests, parts } = comesWith(id, graph);
  return isGuests ? null : path.basename(parts[0] ?? 'office').replace(/\.tsx?.*$/, '');
};

export const GROUPS = [
  // One file for the framework and one for the frame: many small files compress badly.
  { name: 'framework', test: FRAMEWORK, priority: 2 },
  { name: 'frame', test: FRAME, priority: 1 },
  { name: 'android-app', test: TABLET_APP, priority: 0.5 },
  { name: 'live', test: LIVE, priority: 0.5 },
  { name: 'phones', test: PHONES, priority: 0.5 },
  { name: 'common', test: COMMON, priority: 0.45 },
  { name: 'ordering', test: ORDERING, priority: 0.4 },
  { name: 'choices', test: CHOICES, priority: 0.4 },
  { name: 'search', test: SEARCH, priority: 0.4 },
  { name: sharedChunk, debugName: 'shared', priority: 0.2 },
  { name: libraryChunk, debugName: 'library', priority: 0.3, entriesAware: true },
  { name: officeChunk, debugName: 'office', priority: 0.1 },
  { name: partChunk, debugName: 'parts' },
];
