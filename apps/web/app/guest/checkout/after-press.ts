import { useEffect, useRef } from 'react';

/**
 * Leaving a field with the mouse happens while the next thing is being pressed. Words that appeared then would
 * push that thing away from under the pointer: they wait until it is let go.
 */
export function useAfterPress(): (then: () => void) => void {
  const pressing = useRef(false);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const say = (now: boolean) => () => {
      pressing.current = now;
    };
    addEventListener('pointerdown', say(true), { capture: true, signal });
    addEventListener('pointerup', say(false), { capture: true, signal });
    addEventListener('pointercancel', say(false), { capture: true, signal });
    return () => listening.abort();
  }, []);
  return (then) => {
    if (!pressing.current) return then();
    addEventListener('pointerup', () => requestAnimationFrame(then), { once: true });
  };
}
