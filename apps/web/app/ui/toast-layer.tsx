import { useEffect, useRef, useState } from 'react';
import * as sonner from 'sonner';
import { say } from '@tiffin/domain/core';
import { toastLayer } from './toasts.ts';
import styles from './toast-layer.module.css';

const SETTINGS: sonner.ToasterProps = {
  customAriaLabel: say`Notifications`,
  closeButton: true,
  visibleToasts: 3,
  duration: 4000,
  gap: 14,
  theme: 'system',
  className: styles.toaster ?? '',
  toastOptions: { closeButtonAriaLabel: say`Close toast`, classNames: { toast: styles.toast ?? '' } },
};

/** Where toasts appear. */
export function ToastLayer() {
  const home = useRef<HTMLDivElement>(null);
  const layer = useRef<HTMLDivElement>(null);
  const [isAtTop, setAtTop] = useState(false);
  // After the toaster was mounted, because it listens only then.
  useEffect(() => {
    toastLayer.open({ sonner, lift: () => liftAbove(home.current, layer.current, setAtTop) });
  }, []);
  useEffect(() => followBar(layer.current, () => setAtTop(areToastsOnTop())), []);
  return (
    // Stays in the page while the layer is moved into a dialog.
    <div ref={home} className="contents">
      <div ref={layer} popover="manual" className={`fixed ${styles.layer}`}>
        <sonner.Toaster {...SETTINGS} position={isAtTop ? 'top-right' : 'bottom-right'} />
      </div>
    </div>
  );
}

/** A dialog, the kitchen and the floor have their buttons and tables at the bottom, so toasts come from the top there. */
const areToastsOnTop = () => document.querySelector('dialog:modal, [data-kitchen], [data-toasts="top"]') !== null;

/**
 * Keeps toasts above a bar at the bottom, which has the next button to press. It moves up where the footer begins.
 * Toasts are beside the bar of a panel on the right, because the panel lists what was just changed. A toast may be shown
 * while its page is left for another one.
 */
function followBar(layer: HTMLElement | null, onPage: () => void): () => void {
  const measure = () => {
    onPage();
    const bars = [...document.querySelectorAll('[data-bottom-bar]')].map((bar) => bar.getBoundingClientRect());
    const shown = bars.find(({ height }) => height > 0);
    const isInPanel = shown !== undefined && shown.left > innerWidth / 2;
    layer?.style.setProperty('--bar-below', `${shown && !isInPanel ? innerHeight - shown.top : 0}px`);
    layer?.style.setProperty('--bar-beside', `${isInPanel ? innerWidth - shown.left : 0}px`);
  };
  // The whole page is watched, so its many changes in a frame are one measurement.
  let frame = 0;
  const changes = new MutationObserver(() => {
    frame ||= requestAnimationFrame(() => {
      frame = 0;
      measure();
    });
  });
  changes.observe(document.body, { childList: true, subtree: true });
  for (const type of ['scroll', 'resize']) addEventListener(type, measure);
  return () => {
    changes.disconnect();
    cancelAnimationFrame(frame);
    for (const type of ['scroll', 'resize']) removeEventListener(type, measure);
  };
}

/**
 * Keeps toasts above a modal dialog. Nothing outside of it can be pressed, so the layer moves inside and returns when
 * the dialog closes or is unmounted.
 */
function liftAbove(home: HTMLElement | null, layer: HTMLElement | null, onPosition: (isAtTop: boolean) => void): void {
  if (!home || !layer?.showPopover) return;
  const modal = [...document.querySelectorAll('dialog:modal')].at(-1);
  const parent = modal ?? home;
  onPosition(areToastsOnTop());
  if (layer.parentElement !== parent) {
    parent.append(layer);
    if (modal) whenClosed(modal, () => liftAbove(home, layer, onPosition));
  }
  if (layer.matches(':popover-open')) layer.hidePopover();
  layer.showPopover();
}

function whenClosed(dialog: Element, then: () => void): void {
  const once = () => {
    dialog.removeEventListener('close', once);
    removal.disconnect();
    then();
  };
  const removal = new MutationObserver(() => {
    if (!dialog.isConnected) once();
  });
  dialog.addEventListener('close', once);
  removal.observe(document.body, { childList: true, subtree: true });
}
