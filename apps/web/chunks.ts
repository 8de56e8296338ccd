import path from 'node:path';
import type { Rolldown } from 'vite';

/*
 * Which file of the build a module comes in. Guests wait for few bytes, the back office for few files:
 * what a guest's first pages need stands in named groups, the office comes in one file for all of it
 * and one for each part that is opened by itself.
 */

/** Routers and React: on every page, and changed only with their versions. */
const FRAMEWORK = /node_modules[\\/](react|react-dom|react-router|scheduler|cookie-es|set-cookie-parser)[\\/]/;

/** What stands around every guest page. */
const FRAME =
  /[\\/]app[\\/](root\.tsx|paths\.ts|routes[\\/]guest[\\/]frame\.tsx|replay-clicks\.ts|guest[\\/]frame[\\/](?!access-denied|account-menu\.tsx|header-cart|own-order)|shared[\\/](api[\\/](lifetimes|new-key)|cart[\\/](carts|cart-storage)|dish[\\/]category-art|page[\\/](handle|router-link|on-restored)|session[\\/](roles|sign-out)|site[\\/](site|hours-text|seo|texts)|errors[\\/](error-id|report-browser-error)|offline[\\/]stored|live[\\/](revalidate|page-age|server-clock))\.tsx?|ui[\\/](format|icon|base|tokens|button|class-names|link|spinner|money|empty-state|toaster|toasts|badge|choices|search-input)\b)|[\\/]app[\\/]shared[\\/]page[\\/]hydrated\b|[\\/]icons[\\/](plus|minus|x|check|chevron-down|map-pin|phone|star|chevron-right)\.m?js|[\\/]domain[\\/]src[\\/](core[\\/](money|language|formats)|hours[\\/]clock|people[\\/]phones)\.ts/;

/** What is heard of changes as they happen. */
const LIVE = /[\\/]app[\\/]shared[\\/]live[\\/](live-events|stream-state)/;
/**
 * What every page beyond home and menu needs: a table is booked with it, the small parts of forms, the words of
 * failures, and what is forgotten when the device passes on. Whatever asks for one of them asks for all.
 */
const COMMON =
  /[\\/]app[\\/](ui[\\/](banner|boxes|stepper|skeleton|inputs|field)\b|guest[\\/]booking[\\/](?!my-reservations)|shared[\\/](reservation[\\/]reservation-words|offline[\\/](waiting-reservations|forget\.ts)))|[\\/]domain[\\/]src[\\/](core[\\/]errors|errors[\\/]\w+)\.ts/;
/** The menu and the cart: one file, because many small ones squeeze badly. */
const ORDERING =
  /[\\/]app[\\/](guest[\\/](menu|cart)[\\/](?!dish-|put|finding|location-choice|cart-panel|cart-sheet)|routes[\\/]guest[\\/]menu\.tsx|shared[\\/](cart[\\/](use-cart-changes|order-type(-texts)?)|dish[\\/]dish-picture)\.tsx?)|[\\/]domain[\\/]src[\\/](cart[\\/]line|pricing[\\/]line)/;
/** What may be chosen with a dish: it comes with the dish's own sheet, with the till, and with a change of an order. */
const CHOICES = /[\\/]app[\\/]shared[\\/]dish[\\/](option-|dish-choices|choices-coming|line-note)/;
/** How dishes are found: it comes when a guest goes near the search, and with the till. */
const SEARCH = /[\\/]domain[\\/]src[\\/]menu[\\/]search\.ts/;

const OFFICE_PAGE = /[\\/]routes[\\/](office[\\/]|guest[\\/]design)/;
const PAYING_PAGE = /[\\/]routes[\\/]guest[\\/]checkout/;
/** The app of the tablets: what stands in it, its libraries among that, makes whatever page runs it one of the app. */
const TABLET_APP = /[\\/]app[\\/]android-app\.ts|[\\/]apps[\\/]android[\\/]|node_modules[\\/]@capacitor/;
/** Whoever opens the board, where the office begins, waits for these. */
const BOARD = /[\\/]routes[\\/]office[\\/](dashboard|orders-section|alarm-host)\.tsx/;
const LIBRARY = /node_modules[\\/](?!lucide)/;
/** What opens over a page of the office. That no guest is given it is among what `npm run bench -- weight` measures. */
const OFFICE_LIBRARY =
  /node_modules[\\/](@radix-ui[\\/]react-(menu|dropdown-menu|popover|popper|dismissable-layer|focus-scope|focus-guards|portal|use-size)|@floating-ui|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|get-nonce|aria-hidden|tslib)/;

interface Belonging {
  readonly isOffice: boolean;
  readonly isGuests: boolean;
  readonly isPaying: boolean;
  /** The parts that are opened by themselves. */
  readonly parts: readonly string[];
}
const belongings = new Map<string, Belonging>();

/** Which pages, and which parts that are opened by themselves, a module comes with. */
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

/** What guests and office both use, beside what guests wait for first; a guest who pays gets no more than that needs. */
const sharedChunk: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const { isGuests, isOffice, isPaying, parts } = comesWith(id, graph);
  if (LIBRARY.test(id) || !isGuests || !isOffice || parts.length < 2) return null;
  return isPaying ? 'paying' : 'shared';
};

/** Libraries of guests: each with the pages that use it. */
const libraryChunk: Rolldown.CodeSplittingNameFunction = (id, graph) =>
  LIBRARY.test(id) && !OFFICE_LIBRARY.test(id) && comesWith(id, graph).isGuests ? 'library' : null;

/** The board, and what several parts of the office use: one file, for who opens the one opens the others. */
const officeChunk: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  if (OFFICE_LIBRARY.test(id)) return 'office';
  const { isGuests, isOffice, parts } = comesWith(id, graph);
  if (isGuests || !isOffice) return null;
  return parts.length > 1 || parts.some((part) => BOARD.test(part)) ? 'office' : null;
};

/** One part of the office, by its own name. */
const partChunk: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const { isGuests, parts } = comesWith(id, graph);
  return isGuests ? null : path.basename(parts[0] ?? 'office').replace(/\.tsx?.*$/, '');
};

export const GROUPS = [
  // One file for the framework and one for the frame: many small ones squeeze badly.
  { name: 'framework', test: FRAMEWORK, priority: 2 },
  { name: 'frame', test: FRAME, priority: 1 },
  { name: 'android-app', test: TABLET_APP, priority: 0.5 },
  { name: 'live', test: LIVE, priority: 0.5 },
  { name: 'common', test: COMMON, priority: 0.45 },
  { name: 'ordering', test: ORDERING, priority: 0.4 },
  { name: 'choices', test: CHOICES, priority: 0.4 },
  { name: 'search', test: SEARCH, priority: 0.4 },
  { name: sharedChunk, debugName: 'shared', priority: 0.2 },
  { name: libraryChunk, debugName: 'library', priority: 0.3, entriesAware: true },
  { name: officeChunk, debugName: 'office', priority: 0.1 },
  { name: partChunk, debugName: 'parts' },
];
