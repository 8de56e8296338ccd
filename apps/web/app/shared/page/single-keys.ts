import { usePageEvent } from '../../ui/page-event.ts';

/** Calls this once for each key that is pressed alone, outside fields and while no dialog is open. */
export function useSingleKeys(onKey: (event: KeyboardEvent) => void): void {
  usePageEvent('keydown', (event) => {
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (document.querySelector('dialog:modal') || isTyping(event.target)) return;
    onKey(event);
  });
}

/** True if the target takes text or a choice, so that single keys belong to it. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof Element &&
    target.closest('input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]') !== null
  );
}
