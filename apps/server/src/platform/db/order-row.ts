import type { Row, Schema } from './schema.ts';

/** Instants inside JSON are text. */
type AsJson<T> = {
  [Key in keyof T]: T[Key] extends Date ? string : T[Key] extends Date | null ? string | null : T[Key];
};

/** A time as the API shows it. In a row that was read as JSON, a time is a text of PostgreSQL instead of a date. */
export function isoTime(at: Date | string | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

/** An order line, without the key of the browser that earlier versions stored (`cart_key`). */
export type OrderItemRow = AsJson<Omit<Row<'order_items'>, 'order_id' | 'cart_key'>>;
export type HistoryRow = AsJson<Omit<Row<'order_status_history'>, 'id' | 'order_id' | 'actor_id'>>;

type Amounts = 'status' | 'amount_cents' | 'tip_cents' | 'cash_rounding_cents';

/** A refund of the order, done or pending. */
export type RefundedLineRow = AsJson<
  Pick<Row<'refunds'>, Amounts | 'method' | 'payment_id' | 'lines' | 'settled_at' | 'deed'>
>;

/** The payments of a bill and what was refunded of them. */
export interface OrderLedger {
  readonly payments: readonly Pick<Row<'payments'>, Amounts | 'id' | 'method' | 'tender' | 'reference'>[];
  readonly refunds: readonly Pick<
    Row<'refunds'>,
    Amounts | 'payment_id' | 'of_change' | 'is_undo' | 'idempotency_key'
  >[];
}

type Part<Table extends keyof Schema> = Omit<Row<Table>, 'bill_id' | 'position' | 'order_id'>;

/** Taxes, adjustments and charges of a bill, where the order's own columns are not enough. */
export interface OrderParts {
  readonly taxes: readonly Part<'bill_taxes'>[];
  readonly charges: readonly Part<'order_charges'>[];
  readonly adjustments: readonly Part<'adjustments'>[];
}

/** An order with everything that a response needs, in one row. */
export interface OrderRow extends Row<'orders'> {
  /** What is left to pay of the bill. */
  due_cents: number;
  /** The tab of a round. Null for an order with a bill of its own. */
  tab: { readonly label: string | null; readonly sitting_id: string | null } | null;
  location_name: string;
  location_address: string;
  location_phone: string;
  location_postal_code: string;
  location_time_zone: string;
  /** Whether the location requires that affected dishes are confirmed; null counts as true. */
  location_confirms_allergies: boolean | null;
  /** What decides whether the location may take money, besides its postal code and time zone. */
  location_money: AsJson<
    Pick<
      Row<'locations'>,
      'country' | 'region' | 'legal_form' | 'fiscal_since' | 'fiscal_grace_until' | 'till_declaration'
    >
  >;
  items: OrderItemRow[];
  history: HistoryRow[];
  /** Null when the columns of the order are enough. */
  parts: OrderParts | null;
  /** Null without refunds. */
  given_back: RefundedLineRow[] | null;
  /** The payments and refunds of its bill; null if nothing was paid, or in the answer that places the order. */
  ledger: OrderLedger | null;
}
