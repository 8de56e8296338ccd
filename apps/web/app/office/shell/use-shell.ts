import { useSyncExternalStore, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useHash } from '../../shared/page/hash.ts';
import { isTyping } from '../../shared/page/single-keys.ts';
import { type AdminSection, chooseSection } from './sections.ts';

/** The letters after G, typed within a moment. */
const GO: Readonly<Record<string, AdminSection['id']>> = {
  d: 'dashboard',
  o: 'orders',
  r: 'reservations',
  m: 'menu',
  u: 'users',
  l: 'locations',
};
const GO_WITHIN_MS = 1500;

/** ⌘K or Ctrl K anywhere; N for a new order and G with a letter outside fields and dialogs. */
export function useShellShortcuts(visible: readonly AdminSection[], onPalette: () => void): void {
  const goSince = useRef(-Infinity);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const blocked = event.defaultPrevented || document.querySelector('dialog:modal') !== null;
    if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && key === 'k') {
      event.preventDefault();
      if (!blocked) onPalette();
      return;
    }
    if (blocked || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    const going = event.timeStamp - goSince.current < GO_WITHIN_MS;
    goSince.current = key === 'g' ? event.timeStamp : -Infinity;
    const requested = going ? GO[key] : key === 'n' ? 'create-order' : undefined;
    if (!requested || !visible.some(({ id }) => id === requested)) return;
    event.preventDefault();
    location.hash = `#${requested}`;
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** Stored per device, separately for the work sections (board and till) and the others. */
const KEYS = { work: 'tiffin_sidebar_work', desk: 'tiffin_sidebar' } as const;
const NARROW = '(max-width: 1159px)';
const changed = new EventTarget();

/** Collapsed by default in work sections and on small screens; the user's choice wins. */
export function useCollapsed(isWork: boolean): [boolean, (collapsed: boolean) => void] {
  const key = isWork ? KEYS.work : KEYS.desk;
  const collapsed = useSyncExternalStore(
    subscribe,
    () => {
      const chosen = localStorage.getItem(key);
      return chosen === null ? isWork || matchMedia(NARROW).matches : chosen === 'collapsed';
    },
    () => false,
  );
  return [
    collapsed,
    (next) => {
      localStorage.setItem(key, next ? 'collapsed' : 'open');
      changed.dispatchEvent(new Event('change'));
    },
  ];
}

function subscribe(onChange: () => void): () => void {
  const narrow = matchMedia(NARROW);
  changed.addEventListener('change', onChange);
  narrow.addEventListener('change', onChange);
  return () => {
    changed.removeEventListener('change', onChange);
    narrow.removeEventListener('change', onChange);
  };
}

/** The open section; `undefined` until hydration, because the server does not know the hash. */
export function useSection(visible: readonly AdminSection[]): AdminSection | null | undefined {
  const hash = useHash(null);
  const [last, setLast] = useState<AdminSection['id'] | null>(null);
  if (hash === null) return undefined;
  const chosen = chooseSection(hash, visible, last);
  if (chosen && chosen.id !== last) setLast(chosen.id);
  return chosen;
}
