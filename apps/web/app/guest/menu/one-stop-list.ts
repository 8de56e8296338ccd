import type { FocusEvent, KeyboardEvent } from 'react';

const CONTROLS = 'a[href], button';
const STEPS: Readonly<Partial<Record<string, (index: number, last: number) => number>>> = {
  ArrowDown: (index, last) => Math.min(index + 1, last),
  ArrowUp: (index) => Math.max(index - 1, 0),
  Home: () => 0,
  End: (_index, last) => last,
};

const controlsOf = (element: Element) => [...element.querySelectorAll<HTMLElement>(CONTROLS)];

/** Only the controls of this row are stops of the Tab key; without a row, all are. */
function keepStops(list: Element, current: Element | null): void {
  for (const control of controlsOf(list)) {
    if (current === null || current.contains(control)) control.removeAttribute('tabindex');
    else control.tabIndex = -1;
  }
}

function rowOf(target: EventTarget): Element | null {
  return target instanceof Element ? target.closest('li') : null;
}

/**
 * Makes a long list of dishes one stop of the Tab key, because the cart comes after it: the arrow keys move between the
 * dishes. It changes the document and not the state, so that no row renders again.
 */
export const oneStopList = {
  onFocus({ currentTarget, target }: FocusEvent<HTMLElement>): void {
    keepStops(currentTarget, rowOf(target));
  },
  onBlur({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
    if (!currentTarget.contains(relatedTarget)) keepStops(currentTarget, null);
  },
  onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const { currentTarget, target, key } = event;
    const [row, step] = [rowOf(target), STEPS[key]];
    if (!row || !step || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const rows: Element[] = [...currentTarget.querySelectorAll('li')].filter((each) => controlsOf(each).length > 0);
    const next = rows[step(rows.indexOf(row), rows.length - 1)];
    const position = controlsOf(row).findIndex((control) => control === target);
    const controls = next ? controlsOf(next) : [];
    event.preventDefault();
    (controls[position] ?? controls[0])?.focus();
  },
};
