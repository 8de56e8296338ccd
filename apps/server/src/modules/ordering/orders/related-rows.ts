import { FEW_PORTIONS } from '@tiffin/domain/menu';
import { COUNT_SLOTS, SLOT_ROW, slotRows } from '../../kitchen/capacity/reserve-slots.ts';
import {
  columnList,
  PAYMENT_COLUMNS,
  columnDefinitions,
  type OrderField,
  type StatementSource,
  type OrderInsert,
} from './order-columns.ts';

/** Fills a table of bill parts from the list of this name; rows are numbered by their position in it. */
const insertList = (
  { $, inserted }: StatementSource,
  table: string,
  list: string,
  part: Readonly<Record<string, string>>,
): string => `, ${table}_rows as (
     insert into ${table} (bill_id, position, ${columnList(part)})
     select ${$('bill_id')}, p.position, ${Object.keys(part)
       .map((name) => `p.${name}`)
       .join(', ')}
     from ${inserted}, rows from (jsonb_to_recordset(${$('parts')} -> '${list}') as (${columnDefinitions(part)})) with ordinality
       as p (${columnList(part)}, position)
   )`;

const insertParts = (source: StatementSource): string =>
  insertList(source, 'bill_taxes', 'taxes', {
    code: 'text',
    label: 'text',
    registration: 'text',
    rate: 'int',
    classes: 'text[]',
    base_cents: 'int',
    amount_cents: 'int',
    included: 'boolean',
  }) +
  insertList(source, 'order_charges', 'charges', {
    kind: 'text',
    amount_cents: 'int',
    tax_class: 'text',
    source_id: 'text',
  }) +
  insertList(source, 'adjustments', 'adjustments', {
    line: 'int',
    charge: 'int',
    amount_cents: 'int',
    kind: 'text',
    source_id: 'text',
    label: 'text',
  });

/** Records the payment and closes its payment page. */
const insertPayment = ({ $ }: StatementSource): string => `, payment as (
     select p.* from inserted, jsonb_to_record(${$('payment')}) as p (${columnDefinitions(PAYMENT_COLUMNS)})
   ), booked as (
     insert into payments (bill_id, order_id, location_id, status, created_at, captured_at, ${columnList(PAYMENT_COLUMNS)})
     select inserted.id, inserted.id, ${$('location_id')}, 'succeeded', ${$('order_time')}, ${$('order_time')}, payment.* from inserted, payment
   ), closed as (
     update payment_sessions s
     set status = 'paid', order_id = inserted.id, closed_at = ${$('order_time')}, payment_id = payment.provider_payment_id,
       provider_session_id = ${$('page')}
     from inserted, payment where s.id = payment.session_id
   )`;

/**
 * Locks the stock counters, in the order of their keys, and takes the portions; `stock_enough` refuses the statement when
 * there are too few. Runs after all other rows are written, so that counters stay locked only briefly. When few are left
 * the menu changes.
 */
const takePortions = ({ $, inserted, afterRows }: StatementSource): string => `, portions as (
     select ${$('location_id')} as location_id, inserted.id as order_id, ${$('order_time')} as at, p.*
     from ${inserted}, jsonb_to_recordset(${$('portions')}) as p (line int, "itemId" text, quantity int)
     where ${afterRows}
   ), sums as (
     select location_id, "itemId" as item_id, sum(quantity)::int as quantity from portions group by 1, 2
   ), locked_stock as (
     select s.location_id, s.item_id, sums.quantity from stock s join sums using (location_id, item_id)
     where s.location_id = any(array(select location_id from sums)) order by 1, 2 for update of s
   ), taken_stock as (
     update stock s set left_count = s.left_count - c.quantity from locked_stock c
     where s.location_id = c.location_id and s.item_id = c.item_id
     returning s.location_id, s.item_id, s.left_count
   ), stock_moves_rows as (
     insert into stock_moves (location_id, item_id, amount, kind, order_id, line, order_version, at)
     select c.location_id, c.item_id, -p.quantity, 'sale', p.order_id, p.line, 1, p.at
     from portions p join locked_stock c on c.location_id = p.location_id and c.item_id = p."itemId"
   ), nearly_sold_out as (
     select location_id, jsonb_agg(item_id) as items from taken_stock where left_count < ${FEW_PORTIONS} group by 1
   ), changed_menus as (
     update locations set menu_version = menu_version + 1 from nearly_sold_out where id = location_id
     returning location_id, menu_version, items
   ), menu_events as (
     insert into events (type, location_id, at, data)
     select 'menu.changed', location_id, (select max(at) from portions),
       jsonb_build_object('change', 'availability', 'version', menu_version, 'itemIds', items) from changed_menus
   )`;

/**
 * Takes the kitchen slots; a full slot refuses the statement. Slots are locked after the stock counters, as in every
 * transaction that locks both.
 */
const takeSlots = (
  { $, inserted, afterRows }: StatementSource,
  { locksStock }: { readonly locksStock: boolean },
): string => {
  const afterStock = locksStock ? '(select count(*) from changed_menus) >= 0' : afterRows;
  return `, slot_rows as (
     select ${$('location_id')} as location_id, inserted.id as order_id, s.*
     from ${inserted}, jsonb_to_recordset(${$('slots')}) as ${SLOT_ROW}
     where ${afterStock}
   ), slots as (
     ${COUNT_SLOTS}
   ), slot_takes_rows as (
     insert into slot_takes (location_id, service, starts_at, units, order_id)
     select location_id, service, starts_at, units, order_id from slot_rows
   )`;
};

interface RelatedRows {
  /** True for counters that simultaneous orders wait for. */
  readonly locksCounters: boolean;
  readonly isNeededFor: (order: OrderInsert) => boolean;
  readonly fields: Readonly<Record<string, OrderField>>;
  readonly sql: (source: StatementSource, others: { readonly locksStock: boolean }) => string;
}

/** Rows that only some orders have; the statement of other orders leaves them out. */
export const RELATED_ROWS = {
  parts: {
    locksCounters: false,
    isNeededFor: ({ row }) => row.parts !== null,
    fields: { parts: { type: 'jsonb', read: ({ row }) => row.parts } },
    sql: insertParts,
  },
  payment: {
    locksCounters: false,
    isNeededFor: ({ paid }) => paid !== undefined,
    fields: {
      payment: { type: 'jsonb', read: ({ paid }) => paid?.payment },
      page: { type: 'text', read: ({ paid }) => paid?.page },
    },
    sql: insertPayment,
  },
  stock: {
    locksCounters: true,
    isNeededFor: ({ portions = [] }) => portions.length > 0,
    fields: { portions: { type: 'jsonb', read: ({ portions }) => portions } },
    sql: takePortions,
  },
  slots: {
    locksCounters: true,
    isNeededFor: ({ slots }) => slots !== undefined && slots.counted.length > 0,
    fields: { slots: { type: 'jsonb', read: ({ slots }) => slots && slotRows(slots) } },
    sql: takeSlots,
  },
} as const satisfies Record<string, RelatedRows>;
