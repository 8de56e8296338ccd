import { useEffect, useState, useSyncExternalStore, type ComponentType } from 'react';
import { toastPlace } from './toasts.ts';

/** Where toasts appear, once there is one: nobody waits for it before. */
export function Toaster() {
  const requested = useSyncExternalStore(toastPlace.subscribe, toastPlace.isWanted, () => false);
  const [Layer, setLayer] = useState<ComponentType | null>(null);
  useEffect(() => {
    if (requested) void import('./toast-layer.tsx').then(({ ToastLayer }) => setLayer(() => ToastLayer));
  }, [requested]);
  return Layer && <Layer />;
}
