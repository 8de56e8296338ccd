import { useEffect, useEffectEvent } from 'react';

const MARK = 'isOverPage';

/**
 * What lies over a page is closed by the browser's Back, which on a phone is how one leaves anything, and the page
 * stays: while it is open, the history has one more entry of the same page. The router is told nothing of that entry,
 * for to it nothing changes.
 */
export function useBackCloses(isOpen: boolean, onBack: () => void): void {
  const back = useEffectEvent(onBack);
  useEffect(() => {
    if (!isOpen) {
      leaveEntry();
      return undefined;
    }
    if (!isMarked(history.state)) history.pushState({ ...(history.state as object | null), [MARK]: true }, '');
    const heard = (event: PopStateEvent) => {
      if (isMarked(event.state)) return;
      event.stopImmediatePropagation();
      back();
    };
    addEventListener('popstate', heard, { capture: true });
    return () => removeEventListener('popstate', heard, { capture: true });
  }, [isOpen]);
}

/** Closed by its own button, or left for another site and come back to: one Back less. */
function leaveEntry(): void {
  if (!isMarked(history.state)) return;
  addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
  history.back();
}

function isMarked(state: unknown): boolean {
  return typeof state === 'object' && state !== null && MARK in state;
}
