import { useEffect } from 'react';

declare global {
  /** Buttons pressed before the scripts were loaded; an inline script of the page collects them. */
  var earlyPresses: { readonly buttons: ReadonlySet<HTMLElement>; readonly stop: () => void } | undefined;
}

/** Replays each of those buttons once, however often it was pressed. */
export function useReplayedClicks(): void {
  useEffect(() => {
    const presses = globalThis.earlyPresses;
    globalThis.earlyPresses = undefined;
    presses?.stop();
    for (const button of presses?.buttons ?? []) if (button.isConnected) button.click();
  }, []);
}
