import { useEffect, useEffectEvent } from 'react';

/** The events of the window, and those of the document that bubble to it. */
type PageEvents = WindowEventMap & Pick<DocumentEventMap, 'visibilitychange'>;

/** Calls this for an event of the page while the component is shown. */
export function usePageEvent<Type extends keyof PageEvents>(
  type: Type,
  onEvent: (event: PageEvents[Type]) => void,
): void {
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const listener = (event: Event) => handle(event as PageEvents[Type]);
    addEventListener(type, listener);
    return () => removeEventListener(type, listener);
  }, [type]);
}
