import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ToasterProps } from 'sonner';
import styles from './toaster.module.css';
import { toastPlace, type Sonner } from './toasts.ts';

const SETTINGS: ToasterProps = {
  customAriaLabel: 'Notifications',
  closeButton: true,
  visibleToasts: 3,
  duration: 4000,
  gap: 14,
  position: 'bottom-right',
  theme: 'system',
  className: styles.toaster ?? '',
  toastOptions: { closeButtonAriaLabel: 'Close toast', classNames: { toast: styles.toast ?? '' } },
};

/** The place where toasts appear: three at a time, 356 px wide, 14 px apart, 4 seconds each. */
export function Toaster() {
  const wanted = useSyncExternalStore(toastPlace.subscribe, toastPlace.isWanted, () => false);
  const [sonner, setSonner] = useState<Sonner | null>(null);
  useEffect(() => {
    if (wanted) void import('sonner').then(setSonner);
  }, [wanted]);
  const layer = useRef<HTMLDivElement>(null);
  // After the place itself was mounted: only then is it listening.
  useEffect(() => {
    if (sonner) toastPlace.open({ sonner, lift: () => liftAbove(layer.current) });
  }, [sonner]);
  return (
    sonner && (
      <div ref={layer} popover="manual" className={styles.layer}>
        <sonner.Toaster {...SETTINGS} />
      </div>
    )
  );
}

/** What is shown last lies on top, also of a modal dialog. */
function liftAbove(layer: HTMLElement | null): void {
  if (!layer?.showPopover) return;
  if (layer.matches(':popover-open')) layer.hidePopover();
  layer.showPopover();
}
