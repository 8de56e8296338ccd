import { entryOf } from '@tiffin/domain/core';
import { usePageEvent } from '../../ui/page-event.ts';
import { isTyping } from '../../shared/page/single-keys.ts';

const SINGLE_KEYS = {
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

/** What each shortcut does; `submit` is Ctrl ↵ or ⌘↵. */
type TillKeys = Readonly<Record<(typeof SINGLE_KEYS)[keyof typeof SINGLE_KEYS] | 'submit', () => void>>;

/** Single keys work outside fields, Ctrl ↵ or ⌘↵ anywhere, and Escape leaves a field; none while a dialog is open. */
export function useTillKeys(keys: TillKeys): void {
  usePageEvent('keydown', (event) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (event.key === 'Escape' && event.target instanceof HTMLElement) event.target.blur();
    const shortcut = shortcutOf(event);
    if (!shortcut) return;
    event.preventDefault();
    keys[shortcut]();
  });
}

function shortcutOf(event: KeyboardEvent): keyof TillKeys | undefined {
  const hasCommand = event.metaKey || event.ctrlKey;
  if (hasCommand && event.key === 'Enter') return 'submit';
  if (hasCommand || event.altKey || isTyping(event.target)) return undefined;
  return entryOf(SINGLE_KEYS, event.key.toLowerCase());
}

/** Focuses what a dialog opens with. React's `autoFocus` does not write the attribute that the browser looks for. */
export function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
