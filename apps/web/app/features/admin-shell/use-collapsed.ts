import { useSyncExternalStore } from 'react';

const KEY = 'tiffin_sidebar';
const changed = new EventTarget();

/** Remembered on this device: the till wants the space, the owner's desk does not. */
export function useCollapsed(): [boolean, (collapsed: boolean) => void] {
  const collapsed = useSyncExternalStore(
    (onChange) => {
      changed.addEventListener('change', onChange);
      return () => changed.removeEventListener('change', onChange);
    },
    () => localStorage.getItem(KEY) === 'collapsed',
    () => false,
  );
  return [
    collapsed,
    (next) => {
      localStorage.setItem(KEY, next ? 'collapsed' : 'open');
      changed.dispatchEvent(new Event('change'));
    },
  ];
}
