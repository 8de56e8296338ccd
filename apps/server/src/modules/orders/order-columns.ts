import type { WireOrder } from '@tiffin/contract/order/order-answer';
import { GUEST_NOTE_FIELDS, mapGuestNotes, type GuestNote, type GuestNotes } from '@tiffin/domain/order';
import { staffAccessOf, type Actor } from '@tiffin/domain/people';
import type { Row } from '../../platform/db/schema.ts';
import type { Idempotency } from '../../platform/http/implement.ts';
import { actorColumns } from '../log/audit-row.ts';
import type { PaymentInsert } from '../ledger/insert-payment.ts';
import type { SlotClaim } from '../capacity/reserve-slots.ts';
import type { LinePortions } from '../menu/stock/portions.ts';
import type { SpentPoints, UsedPromotion } from '../../platform/db/stored-json.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/order-row.ts';

/** A new order with everything that its insert writes and checks. */
export interface OrderInsert {
  readonly row: OrderRow;
  /** The response to the request, which is also the data of the event. */
  readonly answer: { readonly orderId: string; readonly order: WireOrder };
  /** The response, if it is not `answer`. */
  readonly otherResponse?: object | undefined;
  readonly actor: Actor;
  /** Insert only while the location's row has this stamp, so its menu is unchanged; null if the price is final. */
  readonly menuStamp: string | null;
  /** The payment the order was made from, and its payment page. */
  readonly paid?: { readonly payment: PaymentInsert; readonly page: string };
  /** The tracked portions its lines take. Callers in a transaction use `moveStock` instead. */
  readonly portions?: readonly LinePortions[];
  /** True for a round, whose bill exists and is locked. */
  readonly isRound?: boolean | undefined;
  readonly slots?: SlotClaim;
  readonly promotion?: UsedPromotion | undefined;
  readonly points?: SpentPoints | undefined;
  /** Stored with the response, so that a repeated request gets the same response. */
  readonly idempotency: Idempotency | null;
}

/** A value that the insert takes from an order, with its SQL type. */
export interface OrderField {
  readonly type: string;
  readonly read: (order: OrderInsert) => unknown;
}

/** The columns of a new order with their types. Columns of later events keep their defaults. */
const COLUMN_TYPES = {
  id: 'text',
  location_id: 'text',
  user_id: 'text',
  status: 'text',
  payment_status: 'text',
  payment_method: 'text',
  order_type: 'text',
  subtotal_cents: 'int',
  discount_cents: 'int',
  charges_cents: 'int',
  tax_cents: 'int',
  tip_cents: 'int',
  total_cents: 'int',
  tax_rate: 'int',
  tax_label: 'text',
  item_count: 'int',
  customer_name: 'text',
  customer_email: 'text',
  customer_phone: 'text',
  is_guest: 'bool',
  delivery_address: 'text',
  delivery_instructions: 'text',
  table_number: 'text',
  party_size: 'int',
  special_instructions: 'text',
  order_time: 'timestamptz',
  business_date: 'date',
  estimated_ready: 'timestamptz',
  promised_from: 'timestamptz',
  paid_at: 'timestamptz',
  payment_processed_at: 'timestamptz',
  processed_by: 'text',
  receipt_token: 'text',
  admin_created: 'bool',
  created_by: 'text',
  session_id: 'text',
  payment_intent_id: 'text',
  payment_url: 'text',
  metadata: 'jsonb',
  updated_at: 'timestamptz',
  cart_id: 'text',
  bill_id: 'text',
  has_parts: 'bool',
  taxed_at: 'timestamptz',
  contact_unproven: 'bool',
  language: 'text',
  grounds: 'jsonb',
  fire_at: 'timestamptz',
  wanted_for: 'timestamptz',
  delivery: 'jsonb',
  vehicle: 'text',
  leave_at_door: 'bool',
  allergies: 'jsonb',
  allergy_note: 'text',
  accepted_at: 'timestamptz',
  accepted_by: 'text',
  held_at: 'timestamptz',
  course: 'int',
  offline_number: 'text',
  device_id: 'uuid',
  ticket_printed: 'bool',
  menu_total_cents: 'int',
} satisfies Record<Exclude<keyof Row<'orders'>, LaterColumn>, string>;

type LaterColumn =
  | 'refunded_cents'
  | 'promised_ready'
  | 'prep_start_time'
  | 'ready_time'
  | 'completed_time'
  | 'cancelled_time'
  | 'cancel_reason'
  | 'version'
  | 'claimed_at'
  | 'courier'
  | 'here_at'
  | 'changes'
  | 'erased_at'
  | 'erased_guest';

/** The columns for a guest's notes; null if empty. */
const NOTE_COLUMNS = {
  specialInstructions: 'special_instructions',
} as const satisfies Record<GuestNote, keyof OrderRow>;

type NoteColumns = Pick<OrderRow, (typeof NOTE_COLUMNS)[GuestNote]>;

export function noteColumns(notes: Partial<GuestNotes>): NoteColumns {
  return Object.fromEntries(GUEST_NOTE_FIELDS.map((note) => [NOTE_COLUMNS[note], notes[note] || null])) as NoteColumns;
}

/** The notes of a guest, from their columns; empty texts where there are none. */
export function notesOf(row: NoteColumns): GuestNotes {
  return mapGuestNotes((note) => row[NOTE_COLUMNS[note]] ?? '');
}

export const LINE_COLUMNS = {
  line: 'int',
  item_id: 'text',
  name: 'text',
  unit_price_cents: 'int',
  quantity: 'int',
  category: 'text',
  description: 'text',
  spice_level: 'int',
  spice_name: 'text',
  spice_id: 'text',
  unit_list_cents: 'int',
  net_cents: 'int',
  tax_class: 'text',
  is_cooked: 'bool',
  options: 'jsonb',
  note: 'text',
  said: 'jsonb',
  allergies: 'jsonb',
  allergens: 'text[]',
  contained_allergens: 'text[]',
  seat: 'int',
  course: 'int',
} as const satisfies Record<Exclude<keyof OrderItemRow, 'done_at' | 'allergy_check' | 'station_id'>, string>;

export const ORDER_COLUMNS = Object.keys(COLUMN_TYPES) as readonly (keyof typeof COLUMN_TYPES)[];

/** The values that the insert takes from each order, by the names that its statement uses. */
export const ORDER_FIELDS: Readonly<Record<string, OrderField>> = {
  ...Object.fromEntries(
    ORDER_COLUMNS.map((column) => [column, { type: COLUMN_TYPES[column], read: ({ row }) => row[column] }]),
  ),
  lines: { type: 'jsonb', read: ({ row }) => row.items },
  stamp: { type: 'xid', read: ({ menuStamp }) => menuStamp },
  actor_kind: { type: 'text', read: ({ actor }) => actor.kind },
  actor_id: { type: 'text', read: ({ actor }) => actorColumns(actor).actor_id },
  actor_name: { type: 'text', read: ({ actor }) => actorColumns(actor).actor_name },
  caller: { type: 'text', read: ({ idempotency }) => idempotency?.actor },
  call: { type: 'text', read: ({ idempotency }) => idempotency?.call },
  key: { type: 'text', read: ({ idempotency }) => idempotency?.key },
  request_hash: { type: 'text', read: ({ idempotency }) => idempotency?.requestHash },
  asked_as: { type: 'jsonb', read: ({ idempotency }) => idempotency && staffAccessOf(idempotency.currentActor) },
  response: { type: 'jsonb', read: ({ otherResponse }) => otherResponse },
};
