import type { WireOrder } from '@tiffin/contract/order';
import { refuse } from '@tiffin/domain/core';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { isUniqueViolation, type Db, type Tx } from '../../db/connection.ts';
import { prepared } from '../../db/prepared.ts';
import { onCommit } from '../../db/transaction.ts';
import type { Idempotency } from '../../http/implement.ts';
import { whoColumns } from '../audit/who.ts';
import type { OrderRow } from './queries.ts';

/** Everything of a new order in one statement, and so in one trip and one commit. */
const write = prepared<{ menu_holds: boolean; was_asked: boolean; is_placed: boolean }>(
  'write-order',
  `with place as (
     select 1 from locations where id = $2 and ($9::xid is null or xmin = $9::xid)
   ), asked as (
     select 1 from idempotency_keys where actor = $10 and call = $11 and key = $12
   ), placed as (
     insert into orders
     select o.* from place, jsonb_populate_record(null::orders, $1::jsonb) o where not exists (select from asked)
     on conflict (id) do nothing
     returning id, user_id
   ), lines as (
     insert into order_items select i.* from placed, jsonb_populate_recordset(null::order_items, $3::jsonb) i
   ), history as (
     insert into order_status_history (order_id, at, to_status, actor_kind, actor_id, actor_name)
     select id, $4, 'pending', $5, $6, $7 from placed
   ), happening as (
     insert into events (type, location_id, user_id, at, data)
     select 'order.created', $2, user_id, $4, jsonb_build_object('order', $8::jsonb) from placed
   ), answered as (
     insert into idempotency_keys (actor, call, key, request_hash, answer, created_at)
     select $10, $11, $12, $13, jsonb_build_object('orderId', id, 'order', $8::jsonb), $4
     from placed where $12::text is not null
   )
   select exists (select from place) as menu_holds, exists (select from asked) as was_asked,
          exists (select from placed) as is_placed`,
);

export interface OrderToWrite {
  readonly row: OrderRow;
  /** The same order as everybody will read it. */
  readonly order: WireOrder;
  readonly actor: Actor;
  /** Only while the location and its menu have this stamp; null when the price was settled before. */
  readonly stamp: string | null;
  /** Stored with the answer, so that the same request is answered once. */
  readonly idempotency: Idempotency | null;
}

/** Numbers collide once in some ten thousand orders; a row of collisions is a bug. */
export const MOST_DRAWS = 10;

/** `number-taken`: another order has this number, draw again. */
export type Written = 'placed' | 'menu-changed' | 'asked-before' | 'number-taken';

/**
 * Writes a new order: row, lines, history, event, stored answer. It never waits for the menu: when
 * the location's row was changed since the order was priced, nothing is written. Ring the event log
 * after the commit.
 */
export async function writeOrder(db: Db | Tx, { row, order, actor, ...terms }: OrderToWrite): Promise<Written> {
  const who = whoColumns(actor);
  const { idempotency } = terms;
  const { items, history: _history, ...columns } = row;
  const written = write(db, [
    JSON.stringify(columns),
    row.location_id,
    JSON.stringify(items.map((item) => ({ ...item, order_id: row.id }))),
    row.order_time,
    who.actor_kind,
    who.actor_id,
    who.actor_name,
    JSON.stringify(order),
    terms.stamp,
    idempotency?.actor ?? null,
    idempotency?.call ?? null,
    idempotency?.key ?? null,
    idempotency?.requestHash ?? null,
  ]);
  const done = (await written.catch(sameRequestWon))?.rows[0];
  if (!done) return 'asked-before';
  if (done.is_placed) return 'placed';
  if (done.was_asked) return 'asked-before';
  return done.menu_holds ? 'number-taken' : 'menu-changed';
}

/** Two requests with one key at once: the second waited for the first, and found its answer stored. */
function sameRequestWon(error: unknown): null {
  if (isUniqueViolation(error, 'idempotency_keys_pkey')) return null;
  if (isUniqueViolation(error, 'orders_welcome_code')) throw refuse('offer-over');
  throw error;
}

/**
 * For makers whose price was settled before and who work in a transaction (a payment, a payment
 * link): draws numbers until one is free, and rings the event log after the commit.
 */
export async function writeSettledOrder(
  context: Context,
  tx: Tx,
  make: () => Pick<OrderToWrite, 'row' | 'order' | 'actor'>,
): Promise<WireOrder> {
  for (let tries = 0; tries < MOST_DRAWS; tries++) {
    const draft = make();
    if ((await writeOrder(tx, { ...draft, stamp: null, idempotency: null })) !== 'placed') continue;
    onCommit(tx, () => context.events.ring());
    return draft.order;
  }
  throw refuse('conflict', 'No free order number was found');
}
