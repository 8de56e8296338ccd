import { say } from '../core/language.ts';

interface ServedOrder {
  readonly tableInfo?: { readonly tableNumber: string } | undefined;
  /** An order that an older version stored has a tab without these. */
  readonly tab?: { readonly label?: string; readonly tableName?: string } | undefined;
}

/** Where a runner carries the order: 'Table 12', or the name of its tab. Null if it has neither. */
export function servedAtText({ tableInfo, tab }: ServedOrder): string | null {
  const table = tableInfo?.tableNumber || tab?.tableName;
  return table ? say`Table ${table}` : tab?.label || null;
}

/** What the ticket says of a dine-in order without a table: the guest waits, or staff have to assign one. */
export function missingTableText(order: { readonly metadata?: { readonly adminCreated: boolean } | undefined }) {
  return order.metadata?.adminCreated ? say`No table yet` : say`Seat them`;
}
