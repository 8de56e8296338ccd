import { useEffect, useRef } from 'react';

const LONG_PRESS_MS = 500;

/** The handlers of a button that does something else when it is held. Without `onHold` it is a plain button. */
export function useLongPress(onPress: () => void, onHold: (() => void) | undefined) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wasHeld = useRef(false);
  const stop = () => clearTimeout(timer.current);
  useEffect(() => () => clearTimeout(timer.current), []);
  const plain = { onClick: onPress };
  if (!onHold) return plain;
  return {
    onPointerDown(event: { readonly button: number }) {
      wasHeld.current = false;
      if (event.button !== 0) return;
      timer.current = setTimeout(() => {
        wasHeld.current = true;
        onHold();
      }, LONG_PRESS_MS);
    },
    // A finger that scrolls the list cancels its press.
    onPointerUp: stop,
    onPointerLeave: stop,
    onPointerCancel: stop,
    onClick() {
      if (!wasHeld.current) onPress();
      wasHeld.current = false;
    },
    // A held finger would open the menu of the browser.
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
}
