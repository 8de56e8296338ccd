import type { KeyboardEvent } from 'react';

const KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown']);

/** Arrows go from button to button as they lie on the screen; up from the first row leads back to the search. */
export function moveFocus(event: KeyboardEvent<HTMLElement>, list: HTMLElement, above: HTMLElement | null): void {
  if (!KEYS.has(event.key) || event.metaKey || event.ctrlKey || event.altKey) return;
  event.preventDefault();
  const buttons = [...list.querySelectorAll('button')];
  const from = event.currentTarget.getBoundingClientRect();
  const place = buttons.findIndex((button) => button === event.currentTarget);
  if (event.key === 'ArrowLeft') buttons[place - 1]?.focus();
  else if (event.key === 'ArrowRight') buttons[place + 1]?.focus();
  else {
    const down = event.key === 'ArrowDown';
    const ahead = down ? buttons.slice(place + 1) : buttons.slice(0, Math.max(place, 0)).toReversed();
    const rows = ahead.map((button) => ({ button, at: button.getBoundingClientRect() }));
    const next = rows.find(({ at }) => Math.abs(at.top - from.top) > 8)?.at.top;
    const row = rows.filter(({ at }) => next !== undefined && Math.abs(at.top - next) <= 8);
    const nearest = row.toSorted((a, b) => Math.abs(a.at.left - from.left) - Math.abs(b.at.left - from.left))[0];
    (nearest?.button ?? (down ? null : above))?.focus();
  }
}
