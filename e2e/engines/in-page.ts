import type * as TestingLibrary from '@testing-library/dom';

declare global {
  var TestingLibraryDom: typeof TestingLibrary;
  /** The uncaught errors of the page. */
  var uncaughtErrors: string[];
  /** The modal dialog on top of the others. */
  var topDialog: () => HTMLElement | undefined;
  /** The name of the topmost dialog, 'menu' for an open menu, or null. */
  var openName: () => string | null;
  /** Whether an answer, or a part of the program, is on its way. */
  var isLoading: () => boolean;
}

// Every function here runs in the page, so it may use nothing outside itself but these globals.

/** Each new document loses them. */
export function setGlobals(): void {
  globalThis.topDialog = () =>
    [...document.querySelectorAll<HTMLElement>('dialog:modal')].findLast((each) => each.checkVisibility());
  globalThis.openName = () => {
    const dialog = topDialog();
    if (dialog) return dialog.querySelector('h2')?.textContent ?? dialog.ariaLabel ?? 'a dialog without a name';
    return document.querySelector('[role=menu]') ? 'menu' : null;
  };
  let pending = 0;
  const { fetch } = globalThis;
  globalThis.fetch = (...call) => {
    pending++;
    return fetch(...call).finally(() => pending--);
  };
  performance.setResourceTimingBufferSize(5_000);
  const isComing = ({ href }: HTMLLinkElement) => performance.getEntriesByName(href).length === 0;
  globalThis.isLoading = () =>
    pending > 0 || [...document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]')].some(isComing);
  globalThis.uncaughtErrors = [];
  const report = (reason: unknown) => uncaughtErrors.push(reason instanceof Error ? `${reason.stack}` : String(reason));
  addEventListener('error', (event) => report(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => report(event.reason));
}

export function takeErrors(): string[] {
  return globalThis.uncaughtErrors?.splice(0) ?? [];
}

/** A text, or the source of a regular expression. */
export type NameQuery = { readonly text: string } | { readonly pattern: string };

export type Located =
  | { readonly x: number; readonly y: number; readonly checked: boolean; readonly value: string }
  | { readonly problem: string };

/**
 * Finds a control in the topmost dialog, else in the page, and the point where a person would press it. The point must
 * belong to the control, not to something that covers it.
 */
export function locate(role: string, query: NameQuery): Located {
  const root = topDialog() ?? document.body;
  const name = 'text' in query ? query.text : new RegExp(query.pattern);
  // A field for a password has no role.
  const passwords =
    role === 'textbox' ? TestingLibraryDom.queryAllByLabelText(root, name, { selector: '[type=password]' }) : [];
  // Neither has what opens more of a page.
  const summaries = role === 'summary' ? TestingLibraryDom.queryAllByText(root, name, { selector: 'summary *' }) : [];
  const named = TestingLibraryDom.queryAllByRole(root, role, { name, hidden: true });
  const element = [...named, ...passwords, ...summaries].find(
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
  const dialog = topDialog();
  const isVisible = dialog === undefined || (dialog.clientWidth > 0 && dialog.clientHeight > 0);
  const text = isVisible ? (dialog ?? document.body).innerText : '';
  return text.replaceAll(/[\s\u00a0\u202f]+/g, ' ');
}

/**
 * What is wrong with the topmost dialog, else with the page: a part could not be loaded; controls or text have no size, or
 * lie where nobody can see or scroll to them; it scrolls sideways; or an iPhone would zoom into a field.
 */
export function findFaults(): string[] {
  const dialog = topDialog();
  const root = dialog ?? document.body;
  const page = document.documentElement;
  const faults: string[] = [];
  const report = (what: string, element: Element) => faults.push(`${what}: ${element.outerHTML.slice(0, 160)}`);
  for (const alert of root.querySelectorAll<HTMLElement>('[role=alert]'))
    if (/could not be loaded|went wrong/i.test(alert.innerText)) report('not loaded', alert);
  if (page.scrollWidth > page.clientWidth)
    faults.push(`the page scrolls ${page.scrollWidth - page.clientWidth} px sideways`);
  if (dialog) {
    const { left, top, right, bottom, width, height } = dialog.getBoundingClientRect();
    if (width < 100 || height < 40) report(`a dialog of ${width} × ${height}`, dialog);
    if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1)
      report('outside the window', dialog);
  }
  const CONTROLS = 'button, a[href], input:not([type=hidden]), select, textarea, img, svg';
  const WITHOUT_TEXT = '[type=checkbox], [type=radio], [type=file], [type=color], [type=range]';
  const hasText = (element: Element) =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim());
  for (const element of root.querySelectorAll<HTMLElement>('*')) {
    if (!hasText(element) && !element.matches(CONTROLS)) continue;
    if (element.closest('svg') !== (element.tagName === 'svg' ? element : null)) continue;
    if (!element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
    const parents: Element[] = [];
    // Nothing around a modal dialog clips it.
    for (let inner: HTMLElement = element; inner !== root && inner.parentElement; inner = inner.parentElement)
      parents.push(inner.parentElement);
    const style = getComputedStyle(element);
    const isHidden = [style, ...parents.map((parent) => getComputedStyle(parent))].some(
      // Meant for screen readers, or a control that its label draws.
      ({ clipPath, opacity }) => clipPath.startsWith('inset(50%') || Number(opacity) === 0,
    );
    if (isHidden || style.display === 'contents') continue;
    const box = element.getBoundingClientRect();
    if (box.width < 1 || box.height < 1) {
      report('no size', element);
      continue;
    }
    if (
      element.matches(`textarea, select, input:not(${WITHOUT_TEXT})`) &&
      innerWidth < 600 &&
      parseFloat(style.fontSize) < 16
    )
      report('an iPhone would zoom into it', element);
    const clips = parents.filter((parent) => {
      const { display, overflowX, overflowY } = getComputedStyle(parent);
      return display !== 'contents' && display !== 'inline' && (overflowX !== 'visible' || overflowY !== 'visible');
    });
    if (clips.some(({ clientWidth, clientHeight }) => clientWidth < 1 || clientHeight < 1))
      report('in a box without size', element);
    // A picture that decorates may be cropped.
    if (element.matches('img[alt=""], svg')) continue;
    // What scrolls can be reached; boxes beyond the nearest scroller are measured with it.
    const scroller = clips.findIndex((parent) => {
      const { overflowX, overflowY } = getComputedStyle(parent);
      const scrolls = (overflow: string, full: number, visible: number) =>
        /auto|scroll/.test(overflow) && full > visible;
      return (
        scrolls(overflowX, parent.scrollWidth, parent.clientWidth) ||
        scrolls(overflowY, parent.scrollHeight, parent.clientHeight)
      );
    });
    const cutting = scroller === -1 ? clips : clips.slice(0, scroller);
    const isCutOff = cutting.some((clip) => {
      const edge = clip.getBoundingClientRect();
      return box.left >= edge.right || box.right <= edge.left || box.top >= edge.bottom || box.bottom <= edge.top;
    });
    if (isCutOff) report('cut off', element);
    if (scroller === -1 && (box.left < -1 || box.right > innerWidth + 1)) report('beside the window', element);
  }
  return faults;
}
