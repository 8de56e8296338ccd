import { useEffect, useEffectEvent, useRef } from 'react';
import { isTyping } from '../../shared/page/is-typing.ts';
import type { AdminSection } from './sections.ts';

/** After G, one of these within a moment. */
const GO: Readonly<Record<string, AdminSection['id']>> = {
  d: 'dashboard',
  o: 'orders',
  r: 'reservations',
  m: 'menu',
  u: 'users',
  l: 'locations',
};
const GO_WITHIN_MS = 1500;

/** ⌘K or Ctrl K from anywhere; N for a new order and G with a letter outside fields and dialogs. */
export function useShellKeys(visible: readonly AdminSection[], onPalette: () => void): void {
  const goSince = useRef(-Infinity);
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    const blocked = event.defaultPrevented || document.querySelector('dialog:modal') !== null;
    if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && key === 'k') {
      event.preventDefault();
      if (!blocked) onPalette();
      return;
    }
    if (blocked || event.metaKey || event.ctrlKey || event.altKey || isTyping(event.target)) return;
    const going = event.timeStamp - goSince.current < GO_WITHIN_MS;
    goSince.current = key === 'g' ? event.timeStamp : -Infinity;
    const wanted = going ? GO[key] : key === 'n' ? 'create-order' : undefined;
    if (!wanted || !visible.some(({ id }) => id === wanted)) return;
    event.preventDefault();
    location.hash = `#${wanted}`;
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}
