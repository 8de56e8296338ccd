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
      if (walk(ticket, event.key)) event.preventDefault();
    }
  });
}

/** The tickets of a column in lanes from top to bottom. The tickets of the compact view run in rows of two. */
function lanesOf(column: HTMLElement): HTMLElement[][] {
  const tickets = [...column.querySelectorAll<HTMLElement>('[data-ticket]')];
  const count = Number(column.dataset['lanes'] ?? 1);
  return Array.from({ length: count }, (_, lane) => tickets.filter((_ticket, at) => at % count === lane));
}

/** Up and down within a column, left and right to the ticket at the same height in the next one. */
function walk(from: HTMLElement | null, key: string): boolean {
  const columns = [...document.querySelectorAll<HTMLElement>('[data-column]')]
    .flatMap(lanesOf)
    .filter((tickets) => tickets.length > 0);
  const column = columns.findIndex((tickets) => from !== null && tickets.includes(from));
  if (column === -1 || !from) {
    columns[0]?.[0]?.focus();
    return columns.length > 0;
  }
  const row = columns[column]?.indexOf(from) ?? 0;
  const sideways = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : 0;
  const down = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0;
  const tickets = columns[column + sideways];
  const next = tickets?.[Math.min(row + down, tickets.length - 1)];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
  return next !== undefined;
}
