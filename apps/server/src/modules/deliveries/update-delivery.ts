import type { ValidatedInput } from '@tiffin/contract';
import {
  amountWithCurrency,
  cents,
  valueOrThrow,
  refuse,
  say,
  sumOf,
  toDollars,
  ZERO,
  type Cents,
} from '@tiffin/domain/core';
import { decideDeliveryStep, clampStepTime, type DeliveryStep, decideHandOver } from '@tiffin/domain/delivery';
import { orderTypeGoesTo } from '@tiffin/domain/order';
import { dueOfBill, checkBillPayment } from '@tiffin/domain/payment';
import { authorise, userIdOf } from '@tiffin/domain/people';
import { cashDue } from '@tiffin/domain/pricing';
import { sql, type Insertable } from 'kysely';
import { doneAtOf } from '../drawers/record-cash.ts';
import type { Context, Tx } from '../../context.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { StoredCourier } from '../../platform/db/stored-json.ts';
import { inRestaurantLanguage } from '../../platform/i18n/request-language.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { requireMaySettle } from '../locations/money-permission.ts';
import { capturedPayments, toOpenBill, readLedger } from '../ledger/ledger.ts';
import { recordPayment } from '../ledger/record-payment.ts';
import { appendOrderUpdated, applyStatusChange, recordFailedDelivery } from '../orders/apply-status.ts';
import { orderAnswer } from '../orders/order-answer.ts';
import { lockStaffOrder } from '../orders/queries.ts';
import { setCourier } from '../orders/update-order.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { raisePaymentAlert, flagPayment, returnedPaidText } from '../money/bills/flag-payment.ts';
import { releasePendingPayments } from '../ledger/payment-rows.ts';
import { closeOrderPagesSoon } from '../money/sessions/close-order-pages.ts';
import { syncPaymentStatus } from '../money/bills/sync-payment-status.ts';
import { insertRow } from '../../platform/db/write-row.ts';
import type { ChangeUseCase } from '../../platform/http/implement.ts';
import { colleaguesAt } from '../people/pins.ts';

type UpdateInput = ValidatedInput<'stepDelivery'>['body'];

/** Locks the order of a trip, for a person who takes part in it. Those who `lead` may record steps for a driver. */
async function lockTrip(tx: Tx, { actor }: Author, orderId: string) {
  const userId = userIdOf(actor);
  if (userId === null) throw refuse('permission-denied');
  const row = await lockStaffOrder(tx, actor, orderId, 'order.step');
  const leads = authorise('order.correct-step', actor, { locationId: row.location_id }).ok;
  const { courier, status } = row;
  const trip = {
    state: courier?.state ?? null,
    driverId: courier?.driverId ?? null,
    driver: courier?.driver ?? '',
    status,
  };
  return { row, trip, userId, leads };
}

/** Records a driver's step. Only one driver can take an order, and a step that arrives again has no effect. */
export const stepDelivery: ChangeUseCase<'stepDelivery'> = async (
  context,
  tx,
  by,
  { orderId, step, doneAt, note, paidInCash, collected },
) => {
  const { row: locked, trip, userId, leads } = await lockTrip(tx, by, orderId);
  if (!orderTypeGoesTo(locked.order_type, 'address'))
    throw refuse('failed-precondition', say`This order is not a delivery.`);
  const { courier } = locked;
  const now = context.clock.now();
  const { changed } = valueOrThrow(decideDeliveryStep(trip, step, userId, { leads }));
  if (!changed) return { orderId, order: orderAnswer(locked, now, context) };
  const stepAt = clampStepTime(doneAt == null ? null : new Date(doneAt), locked.order_time, now);
  // The order stays with its driver, also when a manager records the step. If the driver's account is deleted, the
  // actor becomes the driver.
  const { driverId, driver: name } = courier?.driverId
    ? { driverId: courier.driverId, driver: courier.driver }
    : { driverId: userId, driver: 'name' in by.actor ? by.actor.name : '' };
  const isCash = step === 'delivered' && paidInCash === true;
  await writeStep(tx, {
    order_id: orderId,
    step,
    done_at: stepAt,
    at: now,
    driver_id: driverId,
    driver_name: name,
    note: note || null,
  });
  await recordAuditEntry(tx, { at: now, ...by }, 'step-delivery', ['order', orderId], {
    locationId: locked.location_id,
    before: { step: trip.state ?? 'waiting' },
    after: {
      step,
      note: note || undefined,
      doneAt: stepAt < now ? stepAt.toISOString() : undefined,
      collected: isCash && collected != null ? toDollars(collected) : undefined,
    },
  });
  // For the kitchen the order is completed when it leaves.
  const left =
    step === 'on-the-way' && locked.status === 'ready'
      ? (await applyStatusChange(context, tx, locked, { to: 'completed', ...by })).row
      : locked;
  const paid = isCash
    ? await collectCash(context, tx, left, by, { driverId, name, collected: collected ?? null })
    : left;
  const next = courierAfter(paid, step, { driverId, driver: name, at: stepAt.toISOString() });
  const stepped = await setCourier(tx, paid, next, now);
  const row = step === 'failed' ? await recordFailedDelivery(tx, stepped, by.actor, now, note || null) : stepped;
  if (step === 'failed') await reportFailedDelivery(context, tx, row, note);
  if (step === 'returned') await reportReturnedPayment(context, tx, row);
  return { orderId, order: await appendOrderUpdated(context, tx, row, now) };
};

async function writeStep(tx: Tx, { order_id, step, ...columns }: Insertable<Schema['delivery_steps']>): Promise<void> {
  await tx
    .insertInto('delivery_steps')
    .values({ order_id, step, ...columns })
    // An order that was put back reaches its steps again. The audit log has both.
    .onConflict((conflict) =>
      conflict
        .columns(['order_id', 'step'])
        .where(sql<boolean>`step not in ('waiting', 'taken')`)
        .doUpdateSet(columns),
    )
    .execute();
}

async function reportFailedDelivery(context: Context, tx: Tx, row: OrderRow, note: UpdateInput['note']): Promise<void> {
  await raisePaymentAlert(context, tx, {
    locationId: row.location_id,
    reason: inRestaurantLanguage(() => (note ? say`Could not be delivered: ${note}` : say`Could not be delivered`)),
    amount: ZERO,
    orderId: row.id,
  });
}

/** The money of a paid order that came back waits for a decision: refund it, or deliver the order again. */
async function reportReturnedPayment(context: Context, tx: Tx, row: OrderRow): Promise<void> {
  const payments = capturedPayments(await readLedger(tx, row.bill_id));
  const paid = cents(sumOf(payments.map((each) => each.amount_cents)));
  if (paid === 0) return;
  // A payment at the counter has no page to flag; `listFlaggedPayments` lists its order.
  const pagePayment = payments.findLast(({ session_id: page }) => page !== null);
  await flagPayment(context, tx, pagePayment ?? { session_id: null, location_id: row.location_id, order_id: row.id }, {
    reason: inRestaurantLanguage(returnedPaidText),
    amount: paid,
  });
}

function courierAfter(row: OrderRow, step: DeliveryStep, by: Pick<StoredCourier, 'driverId' | 'driver' | 'at'>) {
  if (step === 'waiting') return null;
  const otherSteps = (row.courier?.steps ?? []).filter(({ state }) => state !== step);
  return { state: step, ...by, version: row.version + 1, steps: [...otherSteps, { state: step, at: by.at }] };
}

/**
 * Records the amount due as cash that the driver carries. The amount may have changed since a step made offline; staff
 * then settle the difference with the driver and the guest.
 */
async function collectCash(
  context: Context,
  tx: Tx,
  row: OrderRow,
  by: Author,
  driver: { readonly driverId: string; readonly name: string; readonly collected: Cents | null },
): Promise<OrderRow> {
  valueOrThrow(authorise('order.take-payment', by.actor, { locationId: row.location_id }));
  requireMaySettle(context, row);
  const ledger = await readLedger(tx, row.bill_id, doneAtOf(by, context.clock.now()));
  const amount = dueOfBill(toOpenBill(ledger));
  const { coin } = ledger;
  const { due } = cashDue(amount, coin);
  const { collected } = driver;
  if (collected !== null && collected !== due) {
    // If the order was paid online in the meantime, flag that payment for review.
    const pagePayment = capturedPayments(ledger).findLast(({ session_id: page }) => page !== null);
    await flagPayment(
      context,
      tx,
      pagePayment ?? { session_id: null, location_id: row.location_id, order_id: row.id },
      {
        reason: inRestaurantLanguage(
          () =>
            say`${driver.name} collected ${amountWithCurrency(collected)} at the door, and ${amountWithCurrency(due)} was due`,
        ),
        amount: cents(Math.abs(collected - due)),
      },
    );
  }
  // Paid online on the way, or less than the smallest coin.
  if (due === 0) return row;
  // Release the amount held by an open payment page. A guest who still pays there gets a refund.
  await releasePendingPayments(tx, { billId: row.bill_id });
  const bill = toOpenBill(await readLedger(tx, row.bill_id));
  const part = valueOrThrow(
    checkBillPayment(bill, { tender: 'cash', amount, tip: ZERO, given: null, reference: '', coin }),
  );
  const payment = await recordPayment(context, tx, row, {
    ...part,
    ...by,
    tender: 'cash',
    driverId: driver.driverId,
  });
  await insertRow(tx, 'driver_cash', {
    id: context.ids.uuid(),
    location_id: row.location_id,
    driver_id: driver.driverId,
    driver_name: driver.name,
    kind: 'collected',
    amount_cents: part.due,
    payment_id: payment.id,
    order_id: row.id,
    at: context.clock.now(),
  });
  const paymentChange = await syncPaymentStatus(context, tx, row, by);
  closeOrderPagesSoon(context, tx, row.id);
  return paymentChange.row;
}

/**
 * Hands a delivery over to a colleague. Its state stays, so the guest gets no message. Cash stays with the driver who
 * collected it.
 */
export const handOverDelivery: ChangeUseCase<'handOverDelivery'> = async (context, tx, by, { orderId, driverId }) => {
  const { row, trip, userId, leads } = await lockTrip(tx, by, orderId);
  const { courier } = row;
  const { changed } = valueOrThrow(decideHandOver(trip, userId, { toDriverId: driverId, leads }));
  const now = context.clock.now();
  if (!changed || !courier) return { orderId, order: orderAnswer(row, now, context) };
  const colleague = (await colleaguesAt(tx, [row.location_id])).find((each) => each.userId === driverId);
  if (!colleague) throw refuse('failed-precondition', say`This person does not work here. Choose somebody else.`);
  // The courier keeps its own version, because the guest was already notified of this step.
  const handedOver = await setCourier(tx, row, { ...courier, driverId, driver: colleague.name }, now);
  await recordAuditEntry(tx, { at: now, ...by }, 'hand-over-delivery', ['order', orderId], {
    locationId: row.location_id,
    before: { driver: courier.driver },
    after: { driver: colleague.name },
  });
  return { orderId, order: await appendOrderUpdated(context, tx, handedOver, now) };
};
