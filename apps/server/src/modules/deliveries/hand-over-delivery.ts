import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { decideHandOver } from '@tiffin/domain/delivery';
import { authorise, userIdOf } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { appendOrderUpdated } from '../ordering/orders/apply-status.ts';
import { orderAnswer } from '../ordering/orders/order-answer.ts';
import { lockStaffOrder } from '../ordering/orders/queries.ts';
import { setCourier } from '../ordering/orders/update-order.ts';
import { colleaguesAt } from '../people/pins.ts';

/**
 * Hands a delivery over to a colleague. Its state stays, so the guest hears nothing. Cash that was collected stays with
 * whoever collected it.
 */
export async function handOverDelivery(
  context: Context,
  tx: Tx,
  by: Author,
  { orderId, driverId }: ValidatedInput<'handOverDelivery'>['body'],
): Promise<ResponseOf<'handOverDelivery'>> {
  const userId = userIdOf(by.actor);
  if (userId === null) throw refuse('permission-denied');
  const row = await lockStaffOrder(tx, by.actor, orderId, 'order.step');
  const { courier, status } = row;
  const leads = authorise('order.correct-step', by.actor, { locationId: row.location_id }).ok;
  const trip = {
    state: courier?.state ?? null,
    driverId: courier?.driverId ?? null,
    driver: courier?.driver ?? '',
    status,
  };
  const { changed } = valueOrThrow(decideHandOver(trip, userId, { toDriverId: driverId, leads }));
  const now = context.clock.now();
  if (!changed || !courier) return { orderId, order: orderAnswer(row, now, context) };
  const colleague = (await colleaguesAt(tx, [row.location_id])).find((each) => each.userId === driverId);
  if (!colleague) throw refuse('failed-precondition', say`This person does not work here. Choose somebody else.`);
  // The courier keeps its own version: the guest was told about this step before.
  const handedOver = await setCourier(tx, row, { ...courier, driverId, driver: colleague.name }, now);
  await recordAuditEntry(tx, { at: now, ...by }, 'hand-over-delivery', ['order', orderId], {
    locationId: row.location_id,
    before: { driver: courier.driver },
    after: { driver: colleague.name },
  });
  return { orderId, order: await appendOrderUpdated(context, tx, handedOver, now) };
}
