import { entryOf } from '@tiffin/domain/core';
import { usePageEvent } from '../../ui/page-event.ts';
import { isTyping } from '../../shared/page/single-keys.ts';

const SINGLE = {
  '/': 'search',
  p: 'phone',
  t: 'tip',
  '+': 'more',
  '=': 'more',
  '-': 'fewer',
  '.': 'edit',
  n: 'note',
  s: 'same',
  '1': 'cash',
  '2': 'terminal',
  '3': 'debit',
  '4': 'link',
  '5': 'moreTenders',
} as const;

/** What the keys do; `place` is Ctrl ↵ or ⌘↵. */
type TillKeys = Readonly<Record<(typeof SINGLE)[keyof typeof SINGLE] | 'place', () => void>>;

/**
 * The till's shortcuts: single keys outside fields, Ctrl ↵ or ⌘↵ anywhere, and Escape to leave a field; none while a
 * dialog is open.
 */
export function useTillKeys(keys: TillKeys): void {
  usePageEvent('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
    const command = event.metaKey || event.ctrlKey;
    const name =
      command && event.key === 'Enter'
        ? 'place'
        : command || event.altKey || isTyping(event.target)
          ? undefined
          : entryOf(SINGLE, event.key.toLowerCase());
    if (!name) return;
    event.preventDefault();
    keys[name]();
  });
}

/** React does not write `autoFocus` to the DOM, but the browser's dialog looks for the attribute when it opens. */
export function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
