import { useEffect, useEffectEvent } from 'react';
import { isTyping } from '../../shared/page/single-keys.ts';

export interface TillKeys {
  readonly search: () => void;
  readonly phone: () => void;
  readonly tip: () => void;
  readonly more: () => void;
  readonly fewer: () => void;
  readonly edit: () => void;
  readonly note: () => void;
  readonly same: () => void;
  readonly cash: () => void;
  readonly terminal: () => void;
  readonly debit: () => void;
  readonly moreTenders: () => void;
  readonly place: () => void;
}

const SINGLE: Readonly<Record<string, keyof TillKeys>> = {
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
  '4': 'moreTenders',
};

/** The till's shortcuts: single keys outside fields, ⌘↵ or Ctrl ↵ anywhere; none while a dialog is open. */
export function useTillKeys(keys: TillKeys): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const command = event.metaKey || event.ctrlKey;
    const name =
      command && event.key === 'Enter'
        ? 'place'
        : command || event.altKey || isTyping(event.target)
          ? undefined
          : SINGLE[event.key.toLowerCase()];
    if (!name) return;
    event.preventDefault();
    keys[name]();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => pressed(event);
    addEventListener('keydown', listener);
    return () => removeEventListener('keydown', listener);
  }, []);
}

/** React does not write `autoFocus` to the DOM, but the browser's dialog looks for the attribute when it opens. */
export function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
