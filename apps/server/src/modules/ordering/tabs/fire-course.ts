import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say, sumOf, valueOrThrow } from '@tiffin/domain/core';
import { tableAllergies } from '@tiffin/domain/order';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { readKitchenLoad, slotClaimOfOrder, workUnitsOfOrder } from '../../capacity/kitchen-load.ts';
import { reserveKitchenSlotsIfFree } from '../../capacity/reserve-slots.ts';
import { appendOrderUpdated } from '../../orders/apply-status.ts';
import { orderAnswer } from '../../orders/order-answer.ts';
import { promiseColumns, wayMinutesOf } from '../../orders/promise/promise-columns.ts';
import { readRounds } from '../../orders/rounds.ts';
import { changeTableAllergies } from '../../orders/table-allergies.ts';
import { updateOrder } from '../../orders/update-order.ts';
import { promiseEstimatedOrder } from '../../orders/promise/promise-order.ts';
import type { RoundTerms } from './add-round.ts';
import { heldCourses, lockTab, readTab, tabAnswer } from './tabs.ts';

/** Reads the menu and the kitchen load by which the rounds of a course are promised. */
export async function readFireTerms(context: Context, { actor }: Author, billId: string): Promise<RoundTerms> {
  const tab = await readTab(context.db, actor, billId);
  const menu = await context.menus.fresh(tab.location_id);
  if (!menu) throw refuse('location-not-found');
  return { menu, kitchen: await readKitchenLoad(context.db, menu, context.clock.now()) };
}

/** Sends the held dishes of a course to the kitchen. A course that was fired before stays as it is. */
export async function fireCourse(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  terms: RoundTerms,
  input: ValidatedInput<'fireCourse'>['body'],
): Promise<ResponseOf<'fireCourse'>> {
  const tab = await lockTab(tx, by.actor, input.billId);
  const course = input.course ?? heldCourses(tab)[0];
  // A round that an older version of the server stored lacks the allergies that the table had stated before.
  await changeTableAllergies(context, tx, by, tab.id, { added: tableAllergies(tab.stated) });
  const rounds = (await readRounds(tx, tab.id)).filter((row) => row.course === course && row.status !== 'cancelled');
  if (rounds.length === 0 && tab.closed_at !== null) throw refuse('tab-closed');
  if (rounds.length === 0) throw refuse('failed-precondition', say`Nothing is held for this course.`);
  const orders = [];
  for (const row of rounds) if (row.held_at !== null) orders.push(await fireRound(context, tx, row, terms));
  return { tab: tabAnswer(await readTab(tx, by.actor, tab.id)), orders };
}

/** Fires a round: its promise starts now, and so does the work of the kitchen. */
async function fireRound(context: Context, tx: Tx, row: OrderRow, { menu, kitchen }: RoundTerms) {
  const now = context.clock.now();
  const dishes = sumOf(row.items.map(({ is_cooked: isCooked, quantity }) => (isCooked === false ? 0 : quantity)));
  const units = workUnitsOfOrder(menu, row);
  const size = { orderType: row.order_type, units, dishes, wayMinutes: wayMinutesOf(row) };
  const promiseTerms = { agreesToWait: true, by: 'till' as const, wantedFor: null, kitchen };
  const { window, grounds } = valueOrThrow(promiseEstimatedOrder(menu, size, now, promiseTerms));
  const times = { ...promiseColumns(window), fire_at: now, held_at: null };
  // The type of the column is that of rows that were read; it is written as JSON.
  await updateOrder(tx, row, { ...times, grounds: JSON.stringify(grounds) as never }, now);
  const fired = { ...row, ...times, grounds, version: row.version + 1, updated_at: now };
  await reserveKitchenSlotsIfFree(tx, row.location_id, { orderId: row.id }, slotClaimOfOrder(menu, fired));
  await appendOrderUpdated(context, tx, fired, now);
  return orderAnswer(fired, now, context);
}
