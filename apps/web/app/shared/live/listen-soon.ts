import { useEffect, useEffectEvent } from 'react';
import type { LiveEventType } from '@tiffin/contract/events';
import { SETTLED_MS } from '../page/settled.ts';
import type { LiveEvent } from './live-events.ts';

/**
 * Like `useLiveEvents`, but loaded when the page has settled, so that it does not delay the first tap. The stream
 * delivers earlier events. A page without a stream still reloads at intervals.
 */
export function useLiveEventsSoon(types: readonly LiveEventType[], onEvent: (event: LiveEvent) => void): void {
  const handleEvent = useEffectEvent(onEvent);
  const list = types.join(' ');
  useEffect(() => {
    let stop: (() => void) | undefined = () => undefined;
    const begin = async () => {
      const { listenToLiveEvents } = await import('./live-events.ts');
      if (stop) stop = listenToLiveEvents(list.split(' ') as LiveEventType[], (event) => handleEvent(event));
    };
    const timer = setTimeout(() => void begin().catch(() => undefined), SETTLED_MS);
    return () => {
      clearTimeout(timer);
      stop?.();
      stop = undefined;
    };
  }, [list]);
}
