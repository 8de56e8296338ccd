import { failure, refuse, say, type Failure } from '@tiffin/domain/core';
import { slotStart, type LimitedSlot } from '@tiffin/domain/order';
import { sql } from 'kysely';
import { isCheckViolation } from '../../platform/db/connection.ts';
import type { StatementSource } from '../../platform/db/statement-source.ts';
import { prepared } from '../../platform/db/prepared-statements.ts';
import type { Context, Db, Tx } from '../../context.ts';
import { OutdatedDataRefusal, transaction } from '../../platform/db/transaction.ts';

/** Who occupies a slot: an order, or the payment page that becomes one. */
type SlotHolder = { readonly orderId: string } | { readonly sessionId: string };

/** The slots in the form that `SLOT_ROW` reads. A slot for orders of every type has an empty `service`. */
export function slotRows({ counted, units }: SlotClaim) {
  return counted.map(({ service, startsAt, mostOrders, mostUnits }) => ({
    service: service ?? '',
    starts_at: startsAt.toISOString(),
    units,
    most_orders: mostOrders,
    most_units: mostUnits,
  }));
}

/** True if the slot filled up since it was checked. */
export function isSlotFullError(error: unknown): boolean {
  return isCheckViolation(error, 'kitchen_slots_orders') || isCheckViolation(error, 'kitchen_slots_units');
}

/** The failure of an order whose slot filled up meanwhile. */
export function slotFullFailure(): Failure {
  return failure('time-unavailable', say`This time has just filled up. Please choose again.`, {
    field: 'wantedFor',
    nearest: [],
  });
}

/** The limited slots in which an order counts, and its units of work. */
export interface SlotClaim {
  readonly counted: readonly LimitedSlot[];
  readonly units: number;
}

/** Counts the order in each slot, or fails when one is full. */
export async function reserveKitchenSlots(tx: Tx, locationId: string, holder: SlotHolder, claim: SlotClaim) {
  await insertClaim(tx, locationId, holder, claim).catch((error: unknown) => {
    throw isSlotFullError(error) ? new OutdatedDataRefusal(slotFullFailure()) : error;
  });
}

/** Takes the slots if they are free. Returns false otherwise; the order is then cooked but counted in no slot. */
export async function reserveKitchenSlotsIfFree(tx: Tx, locationId: string, holder: SlotHolder, claim: SlotClaim) {
  if (claim.counted.length === 0) return true;
  await sql`savepoint slots`.execute(tx);
  try {
    await insertClaim(tx, locationId, holder, claim);
    return true;
  } catch (error) {
    if (!isSlotFullError(error)) throw error;
    await sql`rollback to savepoint slots`.execute(tx);
    return false;
  }
}

async function insertClaim(tx: Tx, locationId: string, holder: SlotHolder, claim: SlotClaim): Promise<void> {
  if (claim.counted.length === 0) return;
  const [order, session] = 'orderId' in holder ? [holder.orderId, null] : [null, holder.sessionId];
  await insertClaimedSlots(tx, [locationId, JSON.stringify(slotRows(claim)), order, session]);
}

/** The columns of a row of `slotRows`. */
const SLOT_ROW = `s (service text, starts_at timestamptz, units int, most_orders int, most_units int)`;
/** Adds `slot_rows` to the counts, sorted so that concurrent transactions cannot deadlock. */
const COUNT_SLOTS = `insert into kitchen_slots as k (location_id, service, starts_at, orders, units, most_orders, most_units)
     select location_id, service, starts_at, count(*), sum(units), max(most_orders), max(most_units)
     from slot_rows group by 1, 2, 3 order by 1, 2, 3
     on conflict (location_id, service, starts_at) do update
     set orders = k.orders + excluded.orders, units = k.units + excluded.units`;
const insertClaimedSlots = prepared(
  'take-slots',
  `with slot_rows as (
     select $1::text as location_id, s.* from jsonb_to_recordset($2::jsonb) as ${SLOT_ROW}
   ), slots as (
     ${COUNT_SLOTS}
   )
   insert into slot_takes (location_id, service, starts_at, units, order_id, session_id)
   select location_id, service, starts_at, units, $3::text, $4::text from slot_rows`,
);

/**
 * The SQL that takes the slots of new orders. It locks them after the stock counters, as every transaction does: the
 * condition is always true, but has to read what the steps before it return.
 */
export const takeSlots = (
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
     select location_id, service, starts_at, units, order_id from slot_rows returning order_id
   )`;
};

/** Frees the slots of an order or of payment pages. Has no effect the second time. */
export async function releaseSlots(
  tx: Tx,
  holder: { readonly orderId: string } | { readonly sessionIds: readonly string[] },
): Promise<void> {
  const isOfHolder =
    'orderId' in holder ? sql`order_id = ${holder.orderId}` : sql`session_id = any(${[...holder.sessionIds]}::text[])`;
  await sql`
    with freed as (
      delete from slot_takes where ${isOfHolder} returning location_id, service, starts_at, units
    ), sums as (
      select location_id, service, starts_at, count(*)::int as orders, sum(units)::int as units from freed group by 1, 2, 3
    ), locked_slots as (
      select k.location_id, k.service, k.starts_at, s.orders, s.units
      from kitchen_slots k join sums s using (location_id, service, starts_at)
      order by 1, 2, 3 for update of k
    )
    update kitchen_slots k set orders = k.orders - l.orders, units = k.units - l.units
    from locked_slots l where k.location_id = l.location_id and k.service = l.service and k.starts_at = l.starts_at
  `.execute(tx);
}

/** Moves the slots of a payment page to its order. Returns false when the page no longer holds any. */
export async function moveSlotsToOrder(tx: Tx, sessionId: string, orderId: string): Promise<boolean> {
  const moved = await tx
    .updateTable('slot_takes')
    .set({ order_id: orderId, session_id: null })
    .where('session_id', '=', sessionId)
    .returning('service')
    .execute();
  return moved.length > 0;
}

/** Adds the change in work to an order's slots, if it is counted and the slots are not over. */
export async function resizeSlots(tx: Tx, orderId: string, unitsDelta: number, now: Date): Promise<void> {
  if (unitsDelta === 0) return;
  await sql`
    with own as (
      -- A reduction never takes back more units than the order has.
      select t.location_id, t.service, t.starts_at, greatest(t.units + ${unitsDelta}::int, 0) as units, greatest(${unitsDelta}::int, -t.units) as delta
      from slot_takes t where t.order_id = ${orderId} and t.starts_at >= ${slotStart(now)}
    ), locked_slots as (
      select k.location_id, k.service, k.starts_at, own.delta from kitchen_slots k join own using (location_id, service, starts_at)
      order by 1, 2, 3 for update of k
    ), counted as (
      update kitchen_slots k set units = k.units + l.delta
      from locked_slots l where k.location_id = l.location_id and k.service = l.service and k.starts_at = l.starts_at
    )
    update slot_takes t set units = own.units from own where t.order_id = ${orderId} and t.service = own.service
  `
    .execute(tx)
    .catch((error: unknown) => {
      if (!isSlotFullError(error)) throw error;
      throw refuse(
        'failed-precondition',
        say`The kitchen has no room for more at that time. Please place what you add as a separate order.`,
      );
    });
}

const BATCH = 100;

/** Frees the slots of expired payment pages, including those whose expiry the provider never reported. */
export async function releaseExpiredSlots(context: Context): Promise<void> {
  const sessionIds = await readEndedSessions(context.db);
  if (sessionIds.length > 0) await transaction(context.db, (tx) => releaseSlots(tx, { sessionIds }));
}

/** Some of the payment pages that hold slots and are not open any more. */
async function readEndedSessions(db: Db): Promise<string[]> {
  const rows = await db
    .selectFrom('slot_takes as t')
    .innerJoin('payment_sessions as s', 's.id', 't.session_id')
    .select('s.id')
    .distinct()
    .where('s.status', '<>', 'open')
    .limit(BATCH)
    .execute();
  return rows.map(({ id }) => id);
}
