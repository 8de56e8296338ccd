import type { Selectable } from 'kysely';
import type { Schema } from './schema.ts';

type Row<Table extends keyof Schema> = Selectable<Schema[Table]>;

/** Instants inside JSON come as text. */
type AsJson<T> = {
  [Key in keyof T]: T[Key] extends Date ? string : T[Key] extends Date | null ? string | null : T[Key];
};

export type OrderItemRow = AsJson<Omit<Row<'order_items'>, 'order_id'>>;
export type HistoryRow = AsJson<Omit<Row<'order_status_history'>, 'id' | 'order_id' | 'actor_id'>>;

/** Money that went back to the guest, or is on its way. */
export type RefundedLineRow = AsJson<
  Pick<
    Row<'refunds'>,
    'status' | 'amount_cents' | 'tip_cents' | 'cash_rounding_cents' | 'lines' | 'settled_at' | 'deed'
  >
>;

type Part<Table extends keyof Schema> = Omit<Row<Table>, 'bill_id' | 'position'>;

/** What a bill is made of beside its dishes, where the order's own columns do not say it all. */
export interface OrderParts {
  readonly taxes: readonly Part<'bill_taxes'>[];
  readonly charges: readonly Part<'order_charges'>[];
  readonly adjustments: readonly Part<'adjustments'>[];
}

/** An order with everything an answer needs, in one row. */
export interface OrderRow extends Row<'orders'> {
  /** What is left to pay of its bill. */
  due_cents: number;
  location_name: string;
  location_address: string;
  location_phone: string;
  location_postal_code: string;
  location_time_zone: string;
  items: OrderItemRow[];
  history: HistoryRow[];
  /** Null where the columns say it all. */
  parts: OrderParts | null;
  /** Null while nothing went back, or goes. */
  given_back: RefundedLineRow[] | null;
  /** What was given for it, each once; null while nothing was. */
  tenders: string[] | null;
}
