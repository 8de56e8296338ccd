import { useEffect, type MouseEvent } from 'react';

declare global {
  /** Buttons pressed before the scripts were loaded; an inline script of the page collects them. */
  var earlyPresses: { readonly buttons: Set<Element>; readonly stop: () => void } | undefined;
}

/** Replays each of those buttons once, however often it was pressed. */
export function useReplayedClicks(): void {
  useEffect(() => {
    globalThis.earlyPresses?.stop();
    // A click can be what starts this effect, and is handled only after it.
    const timer = setTimeout(() => {
      const presses = globalThis.earlyPresses;
      globalThis.earlyPresses = undefined;
      for (const button of presses?.buttons ?? []) {
        stopPulsing(button);
        if (button instanceof HTMLElement && button.isConnected) button.click();
      }
    });
    return () => clearTimeout(timer);
  }, []);
}

/** Keeps a click that the page already handles, because it came while the scripts started, from being replayed. */
export function dropHandledClick({ target }: MouseEvent): void {
  const button = target instanceof Element && target.closest('button');
  if (button && globalThis.earlyPresses?.buttons.delete(button)) stopPulsing(button);
}

function stopPulsing(button: Element): void {
  for (const animation of button.getAnimations()) animation.cancel();
}
