/** Prints one part of the page: style sheets hide everything that is not marked with the same `data-print`. */
export function printPart(part: 'qr' | 'codes'): void {
  const root = document.documentElement;
  root.dataset['print'] = part;
  window.addEventListener('afterprint', () => delete root.dataset['print'], { once: true });
  window.print();
}
