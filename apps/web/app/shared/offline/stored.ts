/** One store a key: whoever asks for it hears of every change. */
const all = new Map<string, Stored>();

/** Where the carts of every location stand. */
export const CARTS_STORAGE_KEY = 'sizzle_spice_location_carts';
/** Whose menu this browser looked at last. */
export const LAST_MENU_KEY = 'tiffin_menu';
/** The cart somebody went to pay by card, and by which session. */
export const BEING_PAID = 'tiffin_being_paid';
/** The cart that became an order last, and which; the key of its link is kept in its tab alone. */
export const ORDERED = 'tiffin_ordered';
/** Set while anything waits, so that a page need not open the database to know that nothing does. */
export const waitingFlag = stored('tiffin_waiting');

/** Where it stands what this device follows. */
export const FOLLOWED = 'tiffin_followed';

export interface Stored {
  read: () => string | null;
  /** null takes it away. */
  write: (text: string | null) => void;
  /** Called after every change, of this tab or another. */
  subscribe: (onChange: () => void) => () => void;
}

/** The same of one tab, which ends with it. */
const tabs = new Map<string, Stored>();
export function storedInTab(key: string): Stored {
  const cached = tabs.get(key) ?? store(key, () => sessionStorage);
  tabs.set(key, cached);
  return cached;
}

/** One text in the browser's storage. Where storage is blocked or full, it lives as long as the tab. */
export function stored(key: string): Stored {
  const cached = all.get(key) ?? store(key, () => localStorage);
  all.set(key, cached);
  return cached;
}

function store(key: string, place: () => Storage): Stored {
  const listeners = new Set<() => void>();
  let memory: string | null = null;
  let blocked = false;

  return {
    read() {
      if (blocked) return memory;
      try {
        return place().getItem(key);
      } catch {
        blocked = true;
        return memory;
      }
    },
    write(text) {
      memory = text;
      try {
        if (text === null) place().removeItem(key);
        else place().setItem(key, text);
        blocked = false;
      } catch {
        blocked = true;
      }
      for (const listener of listeners) listener();
    },
    subscribe(onChange) {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key || event.key === null) onChange();
      };
      listeners.add(onChange);
      addEventListener('storage', onStorage);
      return () => {
        listeners.delete(onChange);
        removeEventListener('storage', onStorage);
      };
    },
  };
}
