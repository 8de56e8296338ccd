import type { Look, Paper, Writing } from './roll.ts';
import styles from './system-print.module.css';
import { hasNetwork } from './transports.ts';

/** The app of the tablets has no print dialog: it reaches printers over the network. */
export const hasSystemPrint = () => !hasNetwork();

/** The same paper as a part of the page, which the system prints on whatever it has. */
export function printOnSystem(writing: Writing): void {
  document.querySelector(`.${styles.sheet}`)?.remove();
  const sheet = document.createElement('div');
  sheet.className = styles.sheet ?? '';
  writing(paperOn(sheet));
  document.body.append(sheet);
  const root = document.documentElement;
  root.dataset['print'] = 'paper';
  const done = () => {
    sheet.remove();
    delete root.dataset['print'];
  };
  window.addEventListener('afterprint', done, { once: true });
  window.print();
}

function paperOn(sheet: HTMLElement): Paper {
  function put(name: string, look: Look, ...texts: readonly string[]) {
    const element = document.createElement(name);
    const { size = 'plain', bold, inverted, centred, indent } = look;
    const worn = [size, bold && 'bold', inverted && 'inverted', centred && 'centred', indent && 'indent'];
    element.className = worn.flatMap((each) => (each && styles[each]) || []).join(' ');
    for (const text of texts) {
      const part = document.createElement('span');
      part.textContent = text;
      element.append(part);
    }
    sheet.append(element);
    return element;
  }
  return {
    line: (text, look = {}) => void put('p', look, text),
    row: (left, right, look = {}) => put('p', look, left, right).classList.add(styles.row ?? ''),
    rule: () => void put('hr', {}),
    feed: () => void put('br', {}),
    openDrawer: () => {},
    cut: () => {},
    isWhole: () => true,
  };
}
