import { useSingleKeys } from '../../shared/page/single-keys.ts';

/**
 * The keys of a bump bar: a key presses the control that names it in `aria-keyshortcuts`. So a key does what the button
 * does, and a dish with an allergy is never confirmed without its dialog.
 */
export function useKitchenKeys(): void {
  useSingleKeys((event) => {
    const { key, target } = event;
    if (!(target instanceof HTMLElement)) return;
    const name = key.length === 1 ? key.toLowerCase() : key;
    if (!/^([1-9a-z]|PageUp|PageDown)$/.test(name)) return;
    const control = document.querySelector<HTMLElement>(`[data-kitchen] [aria-keyshortcuts~="${name}"]`);
    if (!control) return;
    event.preventDefault();
    control.click();
  });
}
