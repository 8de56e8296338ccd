import { useEffect } from 'react';

declare global {
  /** Buttons pressed while the page could be seen and not yet answer; the page itself begins to keep them. */
  var earlyPresses: { readonly buttons: ReadonlySet<HTMLElement>; readonly stop: () => void } | undefined;
}

/** Who pressed a button before its script had come is answered now: once, however often it was pressed. */
export function useReplayedClicks(): void {
  useEffect(() => {
    const presses = globalThis.earlyPresses;
    globalThis.earlyPresses = undefined;
    presses?.stop();
    for (const button of presses?.buttons ?? []) if (button.isConnected) button.click();
  }, []);
}
