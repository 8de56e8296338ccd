/** React keeps `autoFocus` to itself; the browser's dialog looks for the attribute when it opens. */
export function focusFirst(element: HTMLElement | null): void {
  element?.setAttribute('autofocus', '');
}
