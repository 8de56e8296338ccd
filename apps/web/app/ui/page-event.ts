import { useEffect, useEffectEvent } from 'react';

/** Calls this for an event of the window, or of the document that bubbles to it, while the component is shown. */
export function usePageEvent<Type extends keyof WindowEventMap>(
  type: Type,
  onEvent: (event: WindowEventMap[Type]) => void,
): void {
  const handle = useEffectEvent(onEvent);
  useEffect(() => {
    const listener = (event: WindowEventMap[Type]) => handle(event);
    addEventListener(type, listener);
    return () => removeEventListener(type, listener);
  }, [type]);
}
