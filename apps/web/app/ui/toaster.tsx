import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { toastPlace } from './toasts.ts';

/** Where toasts appear, once there is one: nobody waits for it before. */
export function Toaster() {
  const wanted = useSyncExternalStore(toastPlace.subscribe, toastPlace.isWanted, () => false);
  const [Layer, setLayer] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (wanted) void import('./toast-layer.tsx').then(({ ToastLayer }) => setLayer(() => ToastLayer));
  }, [wanted]);
  return Layer && <Layer />;
}
