import { useSingleKeys } from '../../shared/page/single-keys.ts';

/** Shortcuts of the board: / searches, arrows move, Enter advances the focused ticket, K opens the kitchen, V switches the view. */
export function useShortcuts(on: {
  readonly find: () => void;
  readonly kitchen: () => void;
  readonly view: () => void;
  readonly step: (orderId: string) => void;
}): void {
  useSingleKeys((event) => {
    const { target } = event;
    if (!(target instanceof HTMLElement) || target.closest('[role=dialog]')) return;
    const ticket = target.closest<HTMLElement>('[data-ticket]');
    if (event.key === '/') {
      event.preventDefault();
      on.find();
    } else if (event.key === 'k') {
      on.kitchen();
    } else if (event.key === 'v') {
      on.view();
    } else if (event.key === 'Enter' && ticket === target && ticket.dataset['ticket']) {
      on.step(ticket.dataset['ticket']);
    } else if (event.key.startsWith('Arrow') && (ticket || target === document.body || target.id === 'main')) {
      if (focusNeighbour(ticket, event.key)) event.preventDefault();
    }
  });
}

/** The stacks of a column, each from top to bottom: one, or in the compact view as many as a row has tickets. */
function stacksOf(column: HTMLElement): HTMLElement[][] {
  const tickets = [...column.querySelectorAll<HTMLElement>('[data-ticket]')];
  const perRow = Number(column.dataset['ticketsPerRow'] ?? 1);
  return Array.from({ length: perRow }, (_, stack) => tickets.filter((_ticket, index) => index % perRow === stack));
}

/** Focuses the next ticket in this direction, or the first one if none has the focus. Returns false without one. */
function focusNeighbour(from: HTMLElement | null, key: string): boolean {
  const stacks = [...document.querySelectorAll<HTMLElement>('[data-column]')]
    .flatMap(stacksOf)
    .filter((tickets) => tickets.length > 0);
  const stack = stacks.findIndex((tickets) => from !== null && tickets.includes(from));
  if (stack === -1 || !from) {
    stacks[0]?.[0]?.focus();
    return stacks.length > 0;
  }
  const row = stacks[stack]?.indexOf(from) ?? 0;
  const sideways = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  const down = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  const tickets = stacks[stack + sideways];
  const next = tickets?.[Math.min(row + down, tickets.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}
