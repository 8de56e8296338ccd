import type * as TestingLibrary from '@testing-library/dom';

declare global {
  var TestingLibraryDom: typeof TestingLibrary;
  /** What scripts of the page failed with. */
  var scriptErrors: string[];
}

// Every function here runs in the page, so it may use nothing outside itself.

/** A text, or the source of a regular expression. */
export type NameQuery = { readonly text: string } | { readonly pattern: string };

export type Located =
  | { readonly x: number; readonly y: number; readonly checked: boolean; readonly value: string }
  | { readonly problem: string };

export function listenForErrors(): void {
  globalThis.scriptErrors = [];
  const report = (reason: unknown) => scriptErrors.push(reason instanceof Error ? `${reason.stack}` : String(reason));
  addEventListener('error', (event) => report(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => report(event.reason));
}

export function takeErrors(): string[] {
  return globalThis.scriptErrors?.splice(0) ?? [];
}

/**
 * Finds a control in the topmost dialog, else in the page, and the point where a person would press it. The point must
 * belong to the control, not to something that covers it.
 */
export function locate(role: string, query: NameQuery): Located {
  const root =
    [...document.querySelectorAll<HTMLElement>('dialog:modal')].findLast((each) => each.checkVisibility()) ??
    document.body;
  const name = 'text' in query ? query.text : new RegExp(query.pattern);
  // A field for a password has no role.
  const passwords =
    role === 'textbox' ? TestingLibraryDom.queryAllByLabelText(root, name, { selector: '[type=password]' }) : [];
  const element = [...TestingLibraryDom.queryAllByRole(root, role, { name, hidden: true }), ...passwords].find(
    (each) => each.checkVisibility({ visibilityProperty: true }) && !each.closest('[inert]'),
  );
  if (!element) return { problem: 'not on the page' };
  if (element.matches(':disabled')) return { problem: 'disabled' };
  const own = element.getBoundingClientRect();
  // A hidden input is drawn by its label.
  const drawn = (own.width < 8 || own.height < 8 ? element.closest('label') : null) ?? element;
  drawn.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
  const [box] = drawn.getClientRects();
  if (!box || box.width < 1 || box.height < 1) return { problem: 'it has no size' };
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  const hit = document.elementFromPoint(x, y);
  const label = element.closest('label');
  const isReached = hit !== null && (drawn.contains(hit) || (label !== null && label.contains(hit)));
  if (!isReached) return { problem: `covered by ${hit?.outerHTML.slice(0, 120)}` };
  const isInput = element instanceof HTMLInputElement;
  return {
    x,
    y,
    checked: isInput && element.checked,
    value: isInput || element instanceof HTMLTextAreaElement ? element.value : '',
  };
}

/** The text that a person can read: of the topmost dialog, else of the page. */
export function readText(): string {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog:modal')].findLast((each) => each.checkVisibility());
  const isVisible = dialog === undefined || (dialog.clientWidth > 0 && dialog.clientHeight > 0);
  const text = isVisible ? (dialog ?? document.body).innerText : '';
  return text.replaceAll(/[\s\u00a0\u202f]+/g, ' ');
}

/**
 * What is wrong with the boxes of the topmost dialog, else of the page: controls or text without a size, in a box that
 * shows nothing of them, or beside the window; scrolling sideways; and fields into which iPhones zoom, because their text
 * is smaller than 16 px.
 */
export function boxFaults(): string[] {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog:modal')].findLast((each) => each.checkVisibility());
  const root = dialog ?? document.body;
  const page = document.documentElement;
  const faults: string[] = [];
  const report = (what: string, element: Element) => faults.push(`${what}: ${element.outerHTML.slice(0, 160)}`);
  if (page.scrollWidth > page.clientWidth)
    faults.push(`the page scrolls ${page.scrollWidth - page.clientWidth} px sideways`);
  if (dialog) {
    const { left, top, right, bottom, width, height } = dialog.getBoundingClientRect();
    if (width < 100 || height < 40) report(`a dialog of ${width} × ${height}`, dialog);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      report('outside the window', dialog);
  }
  const CONTROLS = 'button, a[href], input:not([type=hidden]), select, textarea, img, svg';
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (!hasText(element) && !element.matches(CONTROLS)) continue;
    if (element.closest('svg') !== (element.tagName === 'svg' ? element : null)) continue;
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    const box = element.getBoundingClientRect();
    const boxes: Element[] = [];
    for (let parent = element.parentElement; parent && parent !== page; parent = parent.parentElement)
      boxes.push(parent);
    const styles = [element, ...boxes].map((each) => getComputedStyle(each));
    // Meant for screen readers, or a control that its label draws.
    if (styles.some(({ clipPath, opacity }) => clipPath.startsWith('inset(50%') || Number(opacity) === 0)) continue;
    if (styles[0]?.display === 'contents') continue;
    if (box.width < 1 || box.height < 1) {
      report('no size', element);
      continue;
    }
    const clips = boxes.filter((_, n) => {
      const { display, overflowX, overflowY } = styles[n + 1] as CSSStyleDeclaration;
      return display !== 'contents' && display !== 'inline' && (overflowX !== 'visible' || overflowY !== 'visible');
    });
    if (clips.some(({ clientWidth, clientHeight }) => clientWidth < 1 || clientHeight < 1))
      report('in a box without size', element);
    const isTyped = element.matches(
      'textarea, select, input:not([type=checkbox], [type=radio], [type=file], [type=color], [type=range])',
    );
    if (isTyped && innerWidth < 600 && parseFloat(styles[0]?.fontSize ?? '') < 16)
      report('an iPhone would zoom into it', element);
    const scrolls = clips.some(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
    if (!scrolls && (box.left < -1 || box.right > innerWidth + 1)) report('beside the window', element);
  }
  return faults;
}
