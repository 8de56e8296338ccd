import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type { stepDelivery as stepDeliveryCall } from '@tiffin/contract/deliveries';
import { orRefuse, refuse, ZERO } from '@tiffin/domain/core';
import { decideStep, stepTaken, type DeliveryStep } from '@tiffin/domain/delivery';
import { goesTo } from '@tiffin/domain/order';
import { dueOfBill, takePart } from '@tiffin/domain/payment';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { KeptCourier } from '../../db/kept-json.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { bookTillPayment, openBill, readLedger } from '../ledger/ledger.ts';
import { appendOrderUpdated, applyMove } from '../orders/apply-move.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import { lockStaffOrder, type OrderRow } from '../orders/queries.ts';
import { callAttention } from '../payments/call-attention.ts';
import { closePagesSoon, releaseHeld } from '../payments/held.ts';
import { syncPaymentStatus } from '../payments/sync-payment-status.ts';

type Wish = UnderstoodOf<typeof stepDeliveryCall>['body'];
interface Driving {
  readonly actor: Actor;
  readonly from: From;
}

/** A driver's step: of two who take an order one has it, and each step is reached once, however often it arrives. */
export async function stepDelivery(
  context: Context,
  tx: Tx,
  { actor, from }: Driving,
  { orderId, step, doneAt, note, paidInCash }: Wish,
): Promise<AnswerOf<typeof stepDeliveryCall>> {
  const driverId = userIdOf(actor);
  if (driverId === null) throw refuse('permission-denied');
  const locked = await lockStaffOrder(tx, actor, orderId, 'order.step');
  if (!goesTo(locked.order_type, 'address')) throw refuse('failed-precondition', 'This order is not brought anywhere.');
  const now = context.clock.now();
  const { courier, status } = locked;
  const trip = {
    state: courier?.state ?? null,
    driverId: courier?.driverId ?? null,
    driver: courier?.driver ?? '',
    status,
  };
  const { changed } = orRefuse(decideStep(trip, step, driverId));
  if (!changed) return { orderId, order: orderAnswer(locked, now, context) };
  const at = stepTaken(doneAt == null ? null : new Date(doneAt), locked.order_time, now);
  const name = nameOf(actor);
  await tx
    .insertInto('delivery_steps')
    .values({
      order_id: orderId,
      step,
      done_at: at,
      at: now,
      driver_id: driverId,
      driver_name: name,
      note: note || null,
    })
    .execute();
  await recordChange(tx, {
    at: now,
    actor,
    action: 'step-delivery',
    subject: { kind: 'order', id: orderId },
    locationId: locked.location_id,
    before: { step: trip.state ?? 'waiting' },
    after: { step, ...(note && { note }), ...(at < now && { doneAt: at.toISOString() }) },
    from,
  });
  // To the kitchen it is done when it leaves.
  const left =
    step === 'on-the-way' && status === 'ready'
      ? (await applyMove(context, tx, locked, { to: 'completed', actor, from })).row
      : locked;
  const paid =
    step === 'delivered' && paidInCash ? await collect(context, tx, left, { actor, from }, driverId, name) : left;
  const row = await writeCourier(tx, paid, now, step, { driverId, driver: name, at: at.toISOString() });
  if (step === 'failed') {
    await callAttention(context, tx, {
      locationId: row.location_id,
      reason: `Could not be delivered${note ? `: ${note}` : ''}`,
      amount: ZERO,
      orderId,
    });
  }
  return { orderId, order: await appendOrderUpdated(context, tx, row, now) };
}

function nameOf(actor: Actor): string {
  return 'name' in actor ? actor.name : '';
}

async function writeCourier(
  tx: Tx,
  row: OrderRow,
  now: Date,
  step: DeliveryStep,
  by: Pick<KeptCourier, 'driverId' | 'driver' | 'at'>,
): Promise<OrderRow> {
  const version = row.version + 1;
  const courier = step === 'waiting' ? null : { state: step, ...by, version };
  await tx
    .updateTable('orders')
    .set({ courier: courier && JSON.stringify(courier), version, updated_at: now })
    .where('id', '=', row.id)
    .execute();
  return { ...row, courier, version, updated_at: now };
}

/** What was still due is cash in the driver's bag now, and of the bill it is paid. */
async function collect(
  context: Context,
  tx: Tx,
  row: OrderRow,
  { actor, from }: Driving,
  driverId: string,
  name: string,
): Promise<OrderRow> {
  orRefuse(authorise('order.take-payment', actor, { locationId: row.location_id }));
  const amount = dueOfBill(openBill(await readLedger(tx, row.bill_id)));
  // Paid on the way by its page, or less than a coin: there is nothing to collect.
  if (cashDue(amount).due === 0) return row;
  // The money is here: an open page holds it no longer, and whoever pays there all the same gets it back.
  await releaseHeld(tx, row);
  const bill = openBill(await readLedger(tx, row.bill_id));
  const part = orRefuse(takePart(bill, { tender: 'cash', amount, tip: ZERO, given: null, reference: '' }));
  const payment = await bookTillPayment(context, tx, row, { ...part, actor, tender: 'cash' });
  await tx
    .insertInto('driver_cash')
    .values({
      id: context.ids.uuid(),
      location_id: row.location_id,
      driver_id: driverId,
      driver_name: name,
      kind: 'collected',
      amount_cents: part.due,
      payment_id: payment.id,
      order_id: row.id,
      at: context.clock.now(),
    })
    .execute();
  const kept = await syncPaymentStatus(context, tx, row, { actor, from });
  closePagesSoon(context, tx, row.id);
  return kept.row;
}
