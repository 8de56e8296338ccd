import { useEffect, useEffectEvent } from 'react';
import type { LiveEventType } from '@tiffin/contract/events';
import type { LiveEvent } from './live-events.ts';

/**
 * As `useLiveEvents`, for a page that has to answer first: what listens comes after it. Of what happened meanwhile the
 * stream tells; a page that never hears anything still looks by itself.
 */
export function useLiveEventsSoon(types: readonly LiveEventType[], onEvent: (event: LiveEvent) => void): void {
  const handleEvent = useEffectEvent(onEvent);
  const list = types.join(' ');
  useEffect(() => {
    let stop: (() => void) | undefined = () => undefined;
    const begin = async () => {
      const { listen } = await import('./live-events.ts');
      if (stop) stop = listen(list.split(' ') as LiveEventType[], (event) => handleEvent(event));
    };
    begin().catch(() => undefined);
    return () => {
      stop?.();
      stop = undefined;
    };
  }, [list]);
}
