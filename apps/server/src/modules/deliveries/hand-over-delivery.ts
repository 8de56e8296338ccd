import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { decideHandOver } from '@tiffin/domain/delivery';
import type { Context, Tx } from '../../context.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { appendOrderUpdated } from '../ordering/orders/apply-status.ts';
import { orderAnswer } from '../ordering/orders/order-answer.ts';
import { setCourier } from '../ordering/orders/update-order.ts';
import { colleaguesAt } from '../people/pins.ts';
import { lockTrip } from './update-delivery.ts';

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
  const { row, trip, userId, leads } = await lockTrip(tx, by, orderId);
  const { courier } = row;
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
