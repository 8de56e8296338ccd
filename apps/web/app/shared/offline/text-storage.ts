import { onPageRestored } from '../page/on-restored.ts';

/** The carts of all locations. */
export const CARTS_STORAGE_KEY = 'sizzle_spice_location_carts';
/** The location whose menu was opened last. */
export const LAST_MENU_KEY = 'tiffin_menu';
/** The cart that someone left to pay by card, and its session. */
export const CART_PAYMENT_KEY = 'tiffin_being_paid';
/** The last cart that became an order, and the page of that order. */
export const LAST_ORDERED_CART_KEY = 'tiffin_ordered';
/** The pages of the orders that were placed on this device without an account, with their access tokens. */
export const GUEST_ORDERS_KEY = 'tiffin_guest_orders';
/** Name, contact, address and last order of the guest who last ordered on this device without an account. */
export const REMEMBERED_GUEST_KEY = 'tiffin_guest';
/** The place of a delivery as typed on the menu, in the tab only. */
export const DELIVERY_PLACE_KEY = 'tiffin_delivery_place';
/** The allergies stated for whole orders, by location. */
export const STATED_ALLERGIES_KEY = 'tiffin_allergies';
/** What lets this phone order at tables. */
export const TABLES_KEY = 'tiffin_tables';
/** What this device follows. */
export const NOTIFICATION_TOPICS_KEY = 'tiffin_followed';

export interface StoredText {
  read: () => string | null;
  /** null removes it. */
  write: (text: string | null) => void;
  /** Called after every change, of this tab or another, and when a page returns from the back-forward cache. */
  subscribe: (onChange: () => void) => () => void;
}

/** What the browser refused to read or store. */
const blocked = new Set<StoredText>();

/** A text in the browser's storage. If that is blocked or full, it lasts as long as the tab. */
export const storedText = storageOf(() => localStorage);

/** Set while changes wait, so that a page need not open the database to find out. */
export const waitingFlag = storedText('tiffin_waiting');

/** The same for the storage of the tab. */
export const storedTextInTab = storageOf(() => sessionStorage);

/** One instance per key, so that all users of it are notified of every change. */
function storageOf(storage: () => Storage): (key: string) => StoredText {
  const all = new Map<string, StoredText>();
  return (key) => {
    const stored = all.get(key) ?? createStoredText(key, storage);
    all.set(key, stored);
    return stored;
  };
}

function createStoredText(key: string, storage: () => Storage): StoredText {
  const listeners = new Set<() => void>();
  let memory: string | null = null;

  const stored: StoredText = {
    read() {
      if (blocked.has(stored)) return memory;
      try {
        return storage().getItem(key);
      } catch {
        blocked.add(stored);
        return memory;
      }
    },
    write(text) {
      memory = text;
      try {
        if (text === null) storage().removeItem(key);
        else storage().setItem(key, text);
        blocked.delete(stored);
      } catch {
        blocked.add(stored);
      }
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) onChange();
      };
      listeners.add(onChange);
      addEventListener('storage', onStorage);
      // Pages in that cache get no events of other pages.
      const stopWaiting = onPageRestored(onChange);
      return () => {
        stopWaiting();
        listeners.delete(onChange);
        removeEventListener('storage', onStorage);
      };
    },
  };
  return stored;
}
