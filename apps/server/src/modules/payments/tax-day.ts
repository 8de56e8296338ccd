import { isDeepStrictEqual } from 'node:util';
import { cents, dateIn, toDollars } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { openBill, readLedger } from '../ledger/ledger.ts';
import { taxationAt } from '../locations/answer.ts';
import { readLocation } from '../locations/queries.ts';
import { givenOf, readGiven } from '../orders/given.ts';
import { countForPerson } from '../orders/person-totals.ts';
import type { OrderRow } from '../orders/queries.ts';
import { reckonPlaced, rewriteBill, taxedAt } from '../orders/rewrite-bill.ts';

/**
 * Meals are taxed by the law of the day they are paid or handed out, whichever is first. An order that is paid on a later
 * day than it was placed on, not handed out yet, is reckoned anew where a rate changed between. What was paid in part, or
 * waits on a payment page, stays as its guest saw it. Answers the order as it is then.
 */
export async function moveTaxDay(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { actor, from }: { readonly actor: Actor; readonly from: From },
): Promise<OrderRow> {
  const now = context.clock.now();
  const isLater = dateIn(now, order.location_time_zone) > dateIn(taxedAt(order), order.location_time_zone);
  if (!isLater || order.completed_time !== null) return order;
  const location = await readLocation(tx, order.location_id);
  if (!location || isDeepStrictEqual(taxationAt(location, taxedAt(order)), taxationAt(location, now))) return order;
  const { paid, held } = openBill(await readLedger(tx, order.bill_id));
  if (paid + held > 0) return order;
  const given = (await readGiven(tx, order.bill_id)).map((each) => givenOf(each, order.items));
  // The place itself changed its taxes since: the bill stays as it was agreed.
  if (reckonPlaced(order, location, given).price.total !== order.total_cents) return order;
  const moved = { ...order, taxed_at: now };
  const row = await rewriteBill(tx, moved, reckonPlaced(moved, location, given));
  await tx.updateTable('orders').set({ taxed_at: now }).where('id', '=', order.id).execute();
  await countForPerson(tx, row, order, row, now, userIdOf(actor));
  await recordChange(tx, {
    at: now,
    actor,
    action: 'tax-day',
    subject: { kind: 'order', id: order.id },
    locationId: order.location_id,
    before: { total: toDollars(cents(order.total_cents)) },
    after: { total: toDollars(cents(row.total_cents)) },
    from,
  });
  return { ...row, due_cents: row.total_cents };
}
