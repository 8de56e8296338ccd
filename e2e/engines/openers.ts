// Every function here runs in the page, so it may use nothing outside itself and the globals of in-page.ts.

/**
 * The kinds of controls that may open something: in the open menu, else in the part of the page. Controls of one CSS class
 * whose names begin with the same word, such as “Edit” of each dish, are of one kind. Of each class, at most `maxKinds` are
 * listed, because a list may have a hundred dishes.
 */
export function listKinds(part: string, maxKinds: number): string[] {
  // A print dialog belongs to the browser and blocks the page.
  const EXCLUDED_NAMES = /sign out|logout|français|^print|download/i;
  const EXCLUDED = ':disabled, [inert] *, [aria-pressed], [type=submit], [role=tab], [role=switch], [role=radio]';
  const menu = document.querySelector('[role=menu]');
  const controls = menu
    ? menu.querySelectorAll<HTMLElement>('[role=menuitem]')
    : document.querySelectorAll<HTMLElement>(`${part} button, ${part} summary`);
  const classes = new Map<string, Set<string>>();
  for (const control of controls) {
    const name = (control.getAttribute('aria-label') ?? control.innerText).trim();
    const isVisible = control.checkVisibility({ visibilityProperty: true });
    if (!isVisible || control.matches(EXCLUDED) || EXCLUDED_NAMES.test(name)) continue;
    const kind = `${control.className} ${control.matches('summary') ? '' : name.split(/\s/)[0]}`;
    const kinds = classes.get(control.className) ?? new Set();
    if (kinds.size >= maxKinds && !kinds.has(kind)) continue;
    control.dataset['kind'] = kind;
    classes.set(control.className, kinds.add(kind));
  }
  return [...classes.values()].flatMap((kinds) => [...kinds]);
}

/** Presses the first control of a kind. */
export function pressKind(kind: string): void {
  const controls = [...document.querySelectorAll<HTMLElement>('[data-kind]')];
  controls.find((control) => control.dataset['kind'] === kind)?.click();
}

/**
 * The name of what a press has opened, or null after this many frames in which nothing was loading. An answer that does
 * not come does not open anything either.
 */
export async function waitForOpening(calmFrames: number): Promise<string | null> {
  const began = performance.now();
  for (let calm = 0; calm < calmFrames; calm = isLoading() && performance.now() - began < 5_000 ? 0 : calm + 1) {
    await new Promise(requestAnimationFrame);
    const name = openName();
    if (name !== null) return name;
  }
  return null;
}

export function isLoaded(): boolean {
  return document.querySelector('h1') !== null && document.querySelector('main [aria-busy=true]') === null;
}
