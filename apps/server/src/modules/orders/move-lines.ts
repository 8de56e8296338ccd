import { cents, refuse, say, SOURCE_LANGUAGE } from '@tiffin/domain/core';
import {
  distinctAllergies,
  itemCount,
  lineChanges,
  newOrderId,
  recalculateCharges,
  type LineChange,
} from '@tiffin/domain/order';
import { locationCode } from '@tiffin/domain/locations';
import { calculatePrice, foodSum, NO_TIP, type Taxation } from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { storedLinkKey } from '../../platform/auth/link-keys.ts';
import type { OrderItemRow, OrderRow } from '../../platform/db/order-row.ts';
import { insertRow } from '../../platform/db/write-row.ts';
import { inLanguage, inRestaurantLanguage } from '../../platform/i18n/request-language.ts';
import { releaseSlots } from '../capacity/reserve-slots.ts';
import { updateOrderSearchText } from '../figures/roll-up-orders.ts';
import { actorColumns } from '../log/audit-row.ts';
import type { Author } from '../log/record-audit-entries.ts';
import type { LocationRow } from '../locations/queries.ts';
import { moveStockOfLine } from '../menu/stock/move-stock.ts';
import { stepColumns } from './apply-status.ts';
import { MAX_INSERT_ATTEMPTS } from './insert-order.ts';
import { orderAnswer } from './order-answer.ts';
import { chargeRowsOf, chargesOf, orderPartsOf, pricedLineOf, rewriteParts } from './order-parts.ts';
import { findOrder } from './queries.ts';
import { moveRounds, removeSeatsOfAllergies } from './tab-bills.ts';
import { updateOrder } from './update-order.ts';
import { MAX_STORED_CHANGES, writeChange } from './write-change.ts';

/** The tab that gets dishes. */
export interface LineTarget {
  readonly billId: string;
  /** What staff call it. */
  readonly name: string;
  readonly table: string | null;
  readonly partySize: number | null;
  /** True if it has no order yet: the first one has the id of its bill. */
  readonly isEmpty: boolean;
  /** True if it is another bill of the same party, whose seats have the same numbers. */
  readonly keepsSeats: boolean;
}

/** The locked tab that gives dishes away, and how both tabs are taxed. */
export interface LineMove {
  readonly location: LocationRow;
  readonly to: LineTarget;
  readonly taxation: { readonly from: Taxation; readonly to: Taxation };
  /** The lines that the kitchen no longer makes for the round, with the stations of those that it loses. */
  readonly withStations: (row: OrderRow, rest: OrderItemRow[], lines: readonly LineChange[]) => Promise<LineChange[]>;
}

/**
 * Moves portions of the lines of a locked round to another tab. A whole round moves as it is. Otherwise its dishes become
 * a round of the other tab, in the state in which the kitchen has them, and leave their own. The caller adds up both bills.
 */
export async function moveLinesOfRound(
  context: Context,
  tx: Tx,
  by: Author,
  row: OrderRow,
  portions: ReadonlyMap<number, number>,
  move: LineMove,
): Promise<void> {
  const { to } = move;
  const now = context.clock.now();
  const rest = row.items.flatMap((item) => {
    const quantity = item.quantity - (portions.get(item.line) ?? 0);
    return quantity > 0 ? [{ ...item, quantity }] : [];
  });
  // The first order of a tab has the id of its bill, so it stays there.
  if (rest.length === 0 && row.id !== row.bill_id && !to.isEmpty) {
    await rewriteParts(tx, row, null);
    await moveRounds(tx, [row], { ...to, now });
    await rewriteParts(tx, { ...row, bill_id: to.billId, parts: null }, row.parts);
    if (!to.keepsSeats) await removeSeats(tx, row.id);
    await updateOrderSearchText(tx, row.id);
    return;
  }
  await copyPortions(context, tx, row, portions, move);
  const reason = inRestaurantLanguage(() => say`Moved to ${to.name}`);
  if (rest.length === 0) return cancelMovedRound(context, tx, by, row, reason);
  const plain = ({ line, name, quantity }: OrderItemRow) => ({ line, name, quantity, spice: '' });
  const lines = await move.withStations(row, rest, lineChanges(row.items.map(plain), rest.map(plain)));
  const priced = pricedColumns(row, rest, move.taxation.from);
  const version = row.version + 1;
  const [was, total] = [cents(row.total_cents), cents(priced.total_cents)];
  const author = actorColumns(by.actor).actor_name ?? 'Staff';
  const change = { at: now.toISOString(), by: author, lines, facts: [], was, now: total, why: reason, version };
  const changes = [...(row.changes ?? []), change].slice(-MAX_STORED_CHANGES);
  await writeChange(tx, row, { ...row, ...priced, items: rest, changes, version, updated_at: now });
}

/** What an order with these lines costs alone. Adding up its bill rounds the taxes anew. */
function pricedColumns(row: OrderRow, items: readonly OrderItemRow[], taxation: Taxation) {
  const lines = items.map(pricedLineOf);
  const charges = recalculateCharges(chargesOf(row), foodSum(lines));
  const price = inLanguage(SOURCE_LANGUAGE, () => calculatePrice(lines, taxation, NO_TIP, charges));
  const parts = orderPartsOf(price, [], chargeRowsOf(row, charges));
  return {
    subtotal_cents: price.subtotal,
    charges_cents: price.charges,
    tax_cents: price.tax,
    total_cents: price.total,
    tax_rate: price.taxRate,
    tax_label: price.taxLabel,
    item_count: itemCount(items),
    has_parts: parts !== null,
    parts,
  };
}

/** Writes the portions as a round of the other tab, with the times, the steps and the marks of their own. */
async function copyPortions(
  context: Context,
  tx: Tx,
  row: OrderRow,
  portions: ReadonlyMap<number, number>,
  { location, to, taxation }: LineMove,
): Promise<void> {
  const now = context.clock.now();
  const lines = row.items
    .filter(({ line }) => portions.has(line))
    .map((item, index) => ({ ...item, from: item.line, line: index + 1, quantity: portions.get(item.line) ?? 0 }));
  const { parts, ...priced } = pricedColumns(row, lines, taxation.to);
  const id = to.isEmpty ? to.billId : await freeOrderId(context, tx, row, location);
  const seats = new Set(lines.map(({ seat }) => seat));
  const allergies = row.allergies?.filter(({ seat }) => to.keepsSeats || seat === undefined || seats.has(seat));
  const columns = {
    ...priced,
    id,
    bill_id: to.billId,
    table_number: to.table,
    party_size: to.partySize ?? 1,
    customer_name: to.name,
    allergies:
      allergies && (to.keepsSeats ? allergies : distinctAllergies(allergies.map(({ seat: _seat, ...each }) => each))),
    receipt_token: storedLinkKey(context.linkKeys, 'receipt', id),
    session_id: null,
    payment_url: null,
    offline_number: null,
    changes: null,
    version: 1,
    updated_at: now,
  };
  await sql`
    insert into orders select (jsonb_populate_record(o, ${JSON.stringify(columns)}::jsonb)).* from orders o where id = ${row.id}
  `.execute(tx);
  const moved = lines.map(({ from, line, quantity, seat }) => ({
    from,
    columns: { order_id: id, line, quantity, seat: to.keepsSeats ? seat : null },
  }));
  await sql`
    insert into order_items select (jsonb_populate_record(i, m.columns)).*
    from jsonb_to_recordset(${JSON.stringify(moved)}::jsonb) as m ("from" int, columns jsonb)
    join order_items i on i.order_id = ${row.id} and i.line = m."from"
  `.execute(tx);
  await sql`
    insert into order_status_history (order_id, at, from_status, to_status, actor_kind, actor_id, actor_name, note)
    select ${id}, at, from_status, to_status, actor_kind, actor_id, actor_name, note
    from order_status_history where order_id = ${row.id} order by id
  `.execute(tx);
  await rewriteParts(tx, { ...row, id, bill_id: to.billId, parts: null }, parts);
  for (const { from, line, quantity } of lines) {
    const all = row.items.find((item) => item.line === from)?.quantity ?? quantity;
    await moveStockOfLine(tx, {
      from: { orderId: row.id, line: from, version: row.version + 1 },
      to: { orderId: id, line },
      quantity,
      all,
      now,
    });
  }
  const created = await findOrder(tx, id);
  if (!created) throw new Error('a moved round was not written');
  await context.events.append(tx, {
    type: 'order.created',
    locationId: created.location_id,
    userId: null,
    at: now,
    data: { orderId: id, order: orderAnswer(created, now, context) },
  });
}

/** An order number that neither an order nor a tab has. */
async function freeOrderId({ ids }: Context, tx: Tx, row: OrderRow, location: LocationRow): Promise<string> {
  for (let tries = 0; tries < MAX_INSERT_ATTEMPTS; tries++) {
    const id = newOrderId(locationCode(location), row.business_date, ids.random);
    const { rows } = await sql`
      select id from orders where id = ${id} union all select id from bills where id = ${id}
    `.execute(tx);
    if (rows.length === 0) return id;
  }
  throw refuse('conflict', say`No free order number was found`);
}

/** Takes a round off its bill after all its dishes moved. Nothing was voided, so it needs no manager. */
async function cancelMovedRound(context: Context, tx: Tx, { actor }: Author, row: OrderRow, reason: string) {
  const now = context.clock.now();
  const times = stepColumns(row, 'cancelled', now);
  await updateOrder(tx, row, { status: 'cancelled', ...times, cancel_reason: reason }, now);
  const step = { from_status: row.status, to_status: 'cancelled', ...actorColumns(actor), note: reason };
  await insertRow(tx, 'order_status_history', { order_id: row.id, at: now, ...step });
  if (row.grounds?.slot) await releaseSlots(tx, { orderId: row.id });
}

async function removeSeats(tx: Tx, orderId: string): Promise<void> {
  await removeSeatsOfAllergies(tx, [{ id: orderId }]);
  await sql`update order_items set seat = null where order_id = ${orderId} and seat is not null`.execute(tx);
}
