import { useSyncExternalStore } from 'react';

/** Remembered on this device, for the board and the till apart from the rest. */
const KEYS = { work: 'tiffin_sidebar_work', desk: 'tiffin_sidebar' } as const;
const NARROW = '(max-width: 1359px)';
const changed = new EventTarget();

/** Narrow by itself at work and on small screens; whoever pressed the button is obeyed. */
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
