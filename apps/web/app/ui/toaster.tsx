import { useEffect, useState, type ComponentType } from 'react';
import type { ToasterProps } from 'sonner';
import styles from './toaster.module.css';

const SETTINGS: ToasterProps = {
  containerAriaLabel: 'Notifications',
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
  const [Sonner, setSonner] = useState<ComponentType<ToasterProps> | null>(null);
  useEffect(() => {
    let wanted = true;
    const load = () => void import('sonner').then(({ Toaster: component }) => wanted && setSonner(() => component));
    // Safari has no requestIdleCallback
    if (!('requestIdleCallback' in globalThis)) {
      load();
      return () => {
        wanted = false;
      };
    }
    const idle = requestIdleCallback(load, { timeout: 2000 });
    return () => {
      wanted = false;
      cancelIdleCallback(idle);
    };
  }, []);
  return Sonner && <Sonner {...SETTINGS} />;
}
