import path from 'node:path';
import type { Rolldown } from 'vite';

/* Decides which file of the build contains a module. Guests should download few bytes, the back office few files. So
   the code of a guest's first pages is in named groups; the back office has one file for common code and one for each
   part that loads on its own. */

/** Router and React: on every page; they change only with their versions. */
const FRAMEWORK = /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/;

/** What every page of a guest runs. Everything here is paid for by the first visit: see e2e/page-weight.e2e.ts. */
const FRAME =
  /[\\/]app[\\/](root\.tsx|paths\.ts|routes[\\/]guest[\\/]frame\.tsx|replay-clicks\.ts|guest[\\/]frame[\\/](?!access-denied|account-menu|header-cart|loyalty-figures|open-order-link)|shared[\\/](api[\\/](lifetimes|new-key)|cart[\\/](start-location|ask-location)|dish[\\/]category-art|page[\\/](handle|router-link|on-restored|settled)|session[\\/](roles|sign-out)|site[\\/](site|hours-text|restaurant-json-ld|seo)|errors[\\/](error-id|report-browser-error)|offline[\\/]text-storage|live[\\/](revalidate|page-age|server-clock))\.tsx?|ui[\\/](locale|icon|base|tokens|button|class-names|link|spinner|empty-state|toaster|toasts|badge)\b)|[\\/]app[\\/]shared[\\/]page[\\/]hydrated\b|[\\/]icons[\\/](x|map-pin|phone|star|chevron-right)\.m?js|[\\/]domain[\\/]src[\\/](core[\\/](money|language|formats)|hours[\\/]clock|people[\\/]phones|pricing[\\/]tax-name)\.ts/;

const LIVE = /[\\/]app[\\/]shared[\\/]live[\\/](live-events|stream-state)/;
/** Calls, their errors and single fields: for every page except home and menu. */
const COMMON =
  /[\\/]app[\\/](ui[\\/](banner|inputs|field)\b|shared[\\/]api[\\/](api|api-error|client-policy|polling)\.ts)|[\\/]domain[\\/]src[\\/](core[\\/](errors|result)|errors[\\/]messages|order[\\/](contact|texts)|people[\\/](phone-numbers|passwords))\.ts/;
/** Dialogs, and what pages with an order or a reservation share. */
const DIALOGS =
  /[\\/]app[\\/]ui[\\/](boxes|skeleton|stepper|dialog|form-dialog|phone-input|phone-plans|states|copy-button|copy-text)\b|[\\/]app[\\/]shared[\\/](session[\\/](remembered-guest|forget-me|fresh-sign-in)|api[\\/](use-action|use-answer)|errors[\\/]error-text|offline[\\/]clear-stored-data|reservation[\\/]date-texts)\.tsx?|[\\/]domain[\\/]src[\\/](errors[\\/]notices|payment[\\/]gift-cards|reservation[\\/]party|order[\\/](statuses|order-type-texts)|core[\\/]ids|hours[\\/]dates)\.ts|[\\/]icons[\\/]link-2\.m?js/;
/** Forms that save, check and show what changed meanwhile. */
const FORMS = /[\\/]app[\\/]ui[\\/](form|form-fields|use-form|conflict)\b/;
const BOOKING = /[\\/]app[\\/]guest[\\/]booking[\\/](?!my-reservations)/;
/** The numbering plans of all countries. Browsers keep them over many versions of the site. */
const PHONES =
  /node_modules[\\/]libphonenumber-js[\\/]|[\\/]domain[\\/]src[\\/]people[\\/]numbering-plans\.ts|[\\/]ui[\\/]phone-countries\.ts/;
/** Stored carts: for every page that shows or orders what is in one. */
const CARTS =
  /[\\/]app[\\/](guest[\\/]cart[\\/]cart-head\.tsx|shared[\\/](cart[\\/](carts|cart-storage|stated-allergies|use-cart-changes|order-type|order-time)|site[\\/]pace|live[\\/](use-moment|listen-soon))\.tsx?)|[\\/]domain[\\/]src[\\/](pricing[\\/]line|order[\\/]promise[\\/](promised-window|order-pacing|ready))\.ts/;
/** The menu: one file, because many small files compress badly. */
const MENU =
  /[\\/]app[\\/](guest[\\/](menu|cart)[\\/](?!dish-|delivery-|add-to-cart|delayed-text|heat-choice|menu-search|location-choice|cart-panel|cart-sheet|cart-head|welcome-offer-note)|routes[\\/]guest[\\/]menu\.tsx|shared[\\/]dish[\\/](dish-picture|dish-marks|dish)\.)|[\\/]domain[\\/]src[\\/]menu[\\/](diet|pictures)\.ts/;
/** Small inputs and formats of the menu and of forms. */
const CONTROLS =
  /[\\/]app[\\/](ui[\\/](format|money|choices|search-input|media)\b|shared[\\/]page[\\/]now\.ts)|[\\/]icons[\\/](plus|minus|check|chevron-down|shopping-bag)\.m?js/;
/** What checkout and the page of an order share. */
const BILL =
  /[\\/]app[\\/]shared[\\/](checkout[\\/]bill-lines|order[\\/]line-words|cart[\\/](compare|pay-pages))\.tsx?|[\\/]domain[\\/]src[\\/](order[\\/](allergy-words|allergy-statements|allergies)|pricing[\\/](staff-discounts|tax-codes|tax|wire-taxes|postal-rates|offer|cash)|menu[\\/]priority-allergens|payment[\\/]status|cart[\\/]choices|core[\\/](rates|short-hash))\.ts/;
/** An order after it was placed. */
const ORDER =
  /[\\/]app[\\/](guest[\\/]order[\\/]part-paid|shared[\\/](order[\\/](paid-order|order-again|undo-claim|refunds)|cart[\\/]repeat-items))\.tsx?|[\\/]domain[\\/]src[\\/](receipt[\\/]receipt|order[\\/](payment-view|confirmation|table-allergies|line-texts|change)|payment[\\/](tenders|cancel-refund|payment-card)|cart[\\/]cart|delivery[\\/]steps)\.ts/;
/** An order before it is placed, by a guest or at the till. */
const ORDERING =
  /[\\/]app[\\/](guest[\\/]checkout[\\/]gift-card-part|shared[\\/](checkout[\\/](?!bill-lines|delivery-missing)|allergies[\\/](allergy-chooser|dish-allergens)|order[\\/]order-looks|cart[\\/]cart-changes|site[\\/](pace-note|no-orders-note)))[^?]*\.tsx?|[\\/]domain[\\/]src[\\/](order[\\/](charge-rules|promotion[\\/][\w-]+|guest-notes)|pricing[\\/](discounts|price|allocate|taxed-parts|tip|points)|delivery[\\/](drawn-area|zones|postal|wire)|restaurant[\\/]currency|cart[\\/](order-payload|reconcile|price-cart)|menu[\\/]dayparts|hours[\\/]texts|options[\\/]repriced-options)\.ts|[\\/]icons[\\/](banknote|credit-card)\.m?js/;
/** The rules of a dish's options. */
const OPTIONS =
  /[\\/]app[\\/]shared[\\/]cart[\\/]menu-dishes\.ts|[\\/]domain[\\/]src[\\/]options[\\/](choosing|heat|lines|combo-parts|price|problem|wire)\.ts/;
/** For the page of a table and for the floor. Alone, so that no other page of guests loads it. */
const PHONE_NAMES = /[\\/]app[\\/]shared[\\/]tabs[\\/]phone-names\.ts/;
/** Options of a dish: loaded with the dish's dialog, the till and an order change. */
const CHOICES = /[\\/]app[\\/]shared[\\/]dish[\\/](option-|dish-choices|coming-choices|use-dish-choice|line-note)/;
/** The search for dishes: loaded when a guest goes near the search field, and with the till. */
const SEARCH = /[\\/]domain[\\/]src[\\/]menu[\\/]search(-vocabulary)?\.ts/;

const OFFICE_PAGE = /[\\/]routes[\\/]office[\\/]/;
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
    parts: [...parts],
  };
  belongings.set(id, answer);
  return answer;
}

/** Code that guests and back office both use and that is in no named group, each with the pages that use it. */
const sharedChunk: Rolldown.CodeSplittingNameFunction = (id, graph) => {
  const { isGuests, isOffice, parts } = comesWith(id, graph);
  return !LIBRARY.test(id) && isGuests && isOffice && parts.length > 1 ? 'shared' : null;
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
  { name: 'phones', test: PHONES, priority: 0.35 },
  { name: 'controls', test: CONTROLS, priority: 0.5 },
  { name: 'common', test: COMMON, priority: 0.48 },
  { name: 'dialogs', test: DIALOGS, priority: 0.46 },
  { name: 'forms', test: FORMS, priority: 0.45 },
  { name: 'carts', test: CARTS, priority: 0.42 },
  { name: 'options', test: OPTIONS, priority: 0.41 },
  { name: 'menu', test: MENU, priority: 0.4 },
  { name: 'choices', test: CHOICES, priority: 0.4 },
  { name: 'phone-names', test: PHONE_NAMES, priority: 0.4 },
  { name: 'search', test: SEARCH, priority: 0.4 },
  { name: 'bill', test: BILL, priority: 0.33 },
  { name: 'order', test: ORDER, priority: 0.32 },
  { name: 'ordering', test: ORDERING, priority: 0.31 },
  { name: sharedChunk, debugName: 'shared', priority: 0.2, entriesAware: true, entriesAwareMergeThreshold: 2000 },
  { name: libraryChunk, debugName: 'library', priority: 0.3, entriesAware: true },
  { name: officeChunk, debugName: 'office', priority: 0.1 },
  { name: 'booking', test: BOOKING, priority: 0.05 },
  { name: partChunk, debugName: 'parts' },
];

/** The bundler names a file after everything that uses it. Pages list the files they load, so the names are short. */
export const fileName = ({ name }: { readonly name: string }) => `assets/${name.replace(/~.*/, '')}-[hash].js`;
