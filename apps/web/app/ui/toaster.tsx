import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { toastPlace } from './toasts.ts';

/** Loads the layer for toasts with the first one. */
export function Toaster() {
  const isNeeded = useSyncExternalStore(toastPlace.subscribe, toastPlace.isNeeded, () => false);
  const [Layer, setLayer] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (isNeeded) void import('./toast-layer.tsx').then(({ ToastLayer }) => setLayer(() => ToastLayer));
  }, [isNeeded]);
  return Layer && <Layer />;
}
