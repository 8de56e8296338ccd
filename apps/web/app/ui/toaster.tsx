import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { toastLayer } from './toasts.ts';

/** Loads the layer for toasts with the first one. */
export function Toaster() {
  const isNeeded = useSyncExternalStore(toastLayer.subscribe, toastLayer.isNeeded, () => false);
  const [Layer, setLayer] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (isNeeded) void import('./toast-layer.tsx').then(({ ToastLayer }) => setLayer(() => ToastLayer));
  }, [isNeeded]);
  return Layer && <Layer />;
}
