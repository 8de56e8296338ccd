// Every function here runs in the page, so it may use nothing outside itself.

/**
 * The kinds of controls that may open something: in the open menu, else in the part of the page. Those of one look whose
 * names begin with the same word, such as “Edit” of each dish, are of one kind. Of each look, the first few kinds are
 * listed, because a list may have a hundred dishes.
 */
export function openerKinds(part: string, ofEachLook: number): string[] {
  // A print dialog belongs to the browser and blocks the page.
  const LEAVES = /sign out|logout|français|print|download/i;
  const NEVER_OPENS = ':disabled, [inert] *, [aria-pressed], [type=submit], [role=tab], [role=switch], [role=radio]';
  const menu = document.querySelector('[role=menu]');
  const controls = menu
    ? menu.querySelectorAll<HTMLElement>('[role=menuitem]')
    : document.querySelectorAll<HTMLElement>(`${part} button, ${part} summary`);
  const looks = new Map<string, Set<string>>();
  for (const control of controls) {
    const name = control.getAttribute('aria-label') ?? control.innerText;
    const isUsable = control.checkVisibility({ visibilityProperty: true }) && !control.matches(NEVER_OPENS);
    if (!isUsable || LEAVES.test(name)) continue;
    const kind = `${control.className} ${control.matches('summary') ? '' : name.trim().split(/\s/)[0]}`;
    const kinds = looks.get(control.className) ?? new Set();
    if (kinds.size >= ofEachLook && !kinds.has(kind)) continue;
    control.dataset['kind'] = kind;
    looks.set(control.className, kinds.add(kind));
  }
  return [...looks.values()].flatMap((kinds) => [...kinds]);
}

/** Presses the first control of a kind. */
export function pressKind(kind: string): void {
  [...document.querySelectorAll<HTMLElement>('[data-kind]')]
    .find((control) => control.dataset['kind'] === kind)
    ?.click();
}

/** What is open: the name of the topmost dialog, 'menu' or nothing. */
export function whatIsOpen(): string | null {
  const dialog = [...document.querySelectorAll<HTMLElement>('dialog:modal')].findLast((each) => each.checkVisibility());
  if (dialog) return dialog.querySelector('h2')?.textContent ?? 'a dialog without a title';
  return document.querySelector('[role=menu]') ? 'menu' : null;
}

export function isLoaded(): boolean {
  return document.querySelector('h1') !== null && document.querySelector('main [aria-busy=true]') === null;
}
