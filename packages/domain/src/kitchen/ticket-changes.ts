import type { LineChange } from '../order/change.ts';

/** A change of an order as the kitchen reads it on its ticket. */
export interface TicketChange {
  readonly kind: 'added' | 'void' | 'changed';
  readonly line: number;
  readonly name: string;
  readonly quantity: number;
  /** How many it was before; only for a changed quantity. */
  readonly was: number | null;
  /** The heat level and options now. */
  readonly how: string;
  /** When it was changed last. */
  readonly at: string;
  /** Where a removed line was made; absent while the line is on the order. */
  readonly stationId?: string | null | undefined;
}

interface OrderChange {
  readonly at: string;
  readonly lines: readonly (LineChange & { readonly stationId?: string | null | undefined })[];
}

/**
 * What changed since a time, each line once: several changes of a line are one, and a line that was added and removed
 * again is none. Times are ISO texts in UTC.
 */
export function ticketChanges(
  changes: readonly OrderChange[],
  since: string | null,
  items: readonly { readonly line: number; readonly quantity: number }[],
): TicketChange[] {
  const recent = changes.filter(({ at }) => since !== null && at > since);
  const all = recent.flatMap(({ at, lines }) => lines.map((each) => ({ ...each, at })));
  return [...Map.groupBy(all, ({ line }) => line)].flatMap(([line, group]): TicketChange[] => {
    const last = group.at(-1);
    if (!last) return [];
    const quantity = items.find((item) => item.line === line)?.quantity ?? 0;
    const was = quantity - group.reduce((sum, { by }) => sum + by, 0);
    const { name, spice: how, at, stationId } = last;
    if (quantity === 0)
      return was > 0 ? [{ kind: 'void', line, name, quantity: was, was: null, how, at, stationId }] : [];
    if (was <= 0) return [{ kind: 'added', line, name, quantity, was: null, how, at }];
    return [{ kind: 'changed', line, name, quantity, was: was === quantity ? null : was, how, at }];
  });
}
