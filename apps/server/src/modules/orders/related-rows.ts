import { FEW_PORTIONS } from '@tiffin/domain/menu';
import { COUNT_SLOTS, SLOT_ROW, slotRows } from '../fulfilment/reserve-slots.ts';
import { namesOf, PAYMENT, typed, type Field, type Source, type StatedOrder } from './order-columns.ts';

/** A part's table, filled from the list of its name; a row's place in it is its position. */
const fill = (
  { $, placed }: Source,
  table: string,
  list: string,
  part: Readonly<Record<string, string>>,
): string => `, ${table}_rows as (
     insert into ${table} (bill_id, position, ${namesOf(part)})
     select ${$('bill_id')}, p.position, ${Object.keys(part)
       .map((name) => `p.${name}`)
       .join(', ')}
     from ${placed}, rows from (jsonb_to_recordset(${$('parts')} -> '${list}') as (${typed(part)})) with ordinality
       as p (${namesOf(part)}, position)
   )`;

const withParts = (source: Source): string =>
  fill(source, 'bill_taxes', 'taxes', {
    code: 'text',
    label: 'text',
    registration: 'text',
    rate: 'int',
    classes: 'text[]',
    base_cents: 'int',
    amount_cents: 'int',
    included: 'boolean',
  }) +
  fill(source, 'order_charges', 'charges', {
    kind: 'text',
    amount_cents: 'int',
    tax_class: 'text',
    source_id: 'text',
  }) +
  fill(source, 'adjustments', 'adjustments', {
    line: 'int',
    charge: 'int',
    amount_cents: 'int',
    kind: 'text',
    source_id: 'text',
    label: 'text',
  });

/** It is booked with the order, and its page is over. */
const withPayment = ({ $ }: Source): string => `, payment as (
     select p.* from placed, jsonb_to_record(${$('payment')}) as p (${typed(PAYMENT)})
   ), booked as (
     insert into payments (bill_id, order_id, location_id, status, created_at, captured_at, ${namesOf(PAYMENT)})
     select placed.id, placed.id, ${$('location_id')}, 'succeeded', ${$('order_time')}, ${$('order_time')}, payment.* from placed, payment
   ), closed as (
     update payment_sessions s
     set status = 'paid', order_id = placed.id, closed_at = ${$('order_time')}, payment_id = payment.provider_payment_id,
       provider_session_id = ${$('page')}
     from placed, payment where s.id = payment.session_id
   )`;

/**
 * The counters of what its lines take are locked once all but its place in the kitchen is written: orders of one dish wait
 * for each other no longer than they must. Sorted, so that they never wait in a circle; where there is less than is wanted
 * `stock_enough` refuses the whole statement. Fewer than a few left is another menu.
 */
const withPortions = ({ $, placed }: Source): string => `, portions as (
     select ${$('location_id')} as location_id, placed.id as order_id, ${$('order_time')} as at, p.*
     from ${placed}, jsonb_to_recordset(${$('portions')}) as p (line int, "itemId" text, quantity int)
   ), sums as (
     select location_id, "itemId" as item_id, sum(quantity)::int as quantity from portions group by 1, 2
   ), counted as (
     select s.location_id, s.item_id, sums.quantity from stock s join sums using (location_id, item_id)
     where s.location_id = any(array(select location_id from sums)) order by 1, 2 for update of s
   ), taken as (
     update stock s set left_count = s.left_count - c.quantity from counted c
     where s.location_id = c.location_id and s.item_id = c.item_id
     returning s.location_id, s.item_id, s.left_count
   ), sold as (
     insert into stock_moves (location_id, item_id, amount, kind, order_id, line, order_version, at)
     select c.location_id, c.item_id, -p.quantity, 'sale', p.order_id, p.line, 1, p.at
     from portions p join counted c on c.location_id = p.location_id and c.item_id = p."itemId"
   ), few as (
     select location_id, jsonb_agg(item_id) as items from taken where left_count < ${FEW_PORTIONS} group by 1
   ), changed as (
     update locations set menu_version = menu_version + 1 from few where id = location_id
     returning location_id, menu_version, items
   ), told as (
     insert into events (type, location_id, at, data)
     select 'menu.changed', location_id, (select max(at) from portions),
       jsonb_build_object('change', 'availability', 'version', menu_version, 'itemIds', items) from changed
   )`;

/** Where quarters of an hour are limited it takes its place; one that is full refuses the whole statement. */
const withSlots = ({ $, placed }: Source): string => `, slot_rows as (
     select ${$('location_id')} as location_id, placed.id as order_id, s.*
     from ${placed}, jsonb_to_recordset(${$('slots')}) as ${SLOT_ROW}
   ), slots as (
     ${COUNT_SLOTS}
   ), slot_takes_rows as (
     insert into slot_takes (location_id, service, starts_at, units, order_id)
     select location_id, service, starts_at, units, order_id from slot_rows
   )`;

interface Beside {
  /** Whoever takes of a counter waits for all who take of it. */
  readonly waits: boolean;
  readonly has: (order: StatedOrder) => boolean;
  readonly fields: Readonly<Record<string, Field>>;
  readonly writes: (source: Source) => string;
}

/**
 * What an order may have besides dishes with one tax on all of them; who has none of it does not pay for it. The last one
 * is carried out first: counters of dishes are locked before those of the kitchen, as everywhere.
 */
export const BESIDES = {
  parts: {
    waits: false,
    has: ({ row }) => row.parts !== null,
    fields: { parts: { type: 'jsonb', of: ({ row }) => row.parts } },
    writes: withParts,
  },
  paid: {
    waits: false,
    has: ({ paid }) => paid !== undefined,
    fields: {
      payment: { type: 'jsonb', of: ({ paid }) => paid?.payment },
      page: { type: 'text', of: ({ paid }) => paid?.page },
    },
    writes: withPayment,
  },
  slotted: {
    waits: true,
    has: ({ slots }) => slots !== undefined && slots.counted.length > 0,
    fields: { slots: { type: 'jsonb', of: ({ slots }) => slots && slotRows(slots) } },
    writes: withSlots,
  },
  counted: {
    waits: true,
    has: ({ portions = [] }) => portions.length > 0,
    fields: { portions: { type: 'jsonb', of: ({ portions }) => portions } },
    writes: withPortions,
  },
} as const satisfies Record<string, Beside>;
