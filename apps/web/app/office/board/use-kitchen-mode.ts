import { useSyncExternalStore } from 'react';

const STORAGE_KEY = 'tiffin_kitchen';
const changes = new EventTarget();

/** Stored, so that a kitchen tablet returns to the kitchen view after a reload. */
export function useKitchenMode(): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (onChange) => {
      changes.addEventListener('change', onChange);
      return () => changes.removeEventListener('change', onChange);
    },
    () => localStorage.getItem(STORAGE_KEY) === 'on',
    () => false,
  );
  return [
    isOn,
    (next) => {
      localStorage.setItem(STORAGE_KEY, next ? 'on' : 'off');
      changes.dispatchEvent(new Event('change'));
    },
  ];
}
