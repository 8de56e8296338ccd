import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { toastPlace } from './toasts.ts';

/** Where toasts appear, once there is one: nobody waits for it before. */
export function Toaster() {
  const isNeeded = useSyncExternalStore(toastPlace.subscribe, toastPlace.isNeeded, () => false);
  const [Layer, setLayer] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (isNeeded) void import('./toast-layer.tsx').then(({ ToastLayer }) => setLayer(() => ToastLayer));
  }, [isNeeded]);
  return Layer && <Layer />;
}
