import { cents, say, ZERO, type ZoneId } from '@tiffin/domain/core';
import { clockText } from '@tiffin/domain/hours';
import { LATE_PAYMENT_MINUTES, paysBill, recoveryOf, type Recovery } from '@tiffin/domain/payment';
import { sql } from 'kysely';
import type { PaymentGateway, ProviderPayment, ProviderSession } from '../../../adapters/payment/gateway.ts';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import { findPaymentByProviderId, flagPayment, raisePaymentAlert } from '../bills/flag-payment.ts';
import { findOrder } from '../../orders/queries.ts';
import { dateTimeText, moneyText } from '../../outbox/templates/mail-formats.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { insertSessionPayment } from '../../ledger/payment-rows.ts';
import { closeAsPaid, releaseStockAndSlots } from './end-session.ts';
import {
  insertOrphanSession,
  restoreBillSession,
  roomOnBill,
  sessionAmount,
  type LostPayment,
} from './lost-session.ts';
import { settleSession } from './settle-session.ts';
import { lockSession, readSession, UnknownSession, type SessionRow } from './sessions.ts';

/** What became of a payment that was recovered; `attention`: a person has to decide. */
export type RecoveryOutcome = 'known' | 'settled' | 'attached' | 'attention';

/** What `recoverPayment` would do, as far as it can be known without doing it. */
export async function planRecovery(
  context: Context,
  gateway: PaymentGateway,
  payment: ProviderPayment,
): Promise<{
  readonly recovery: Recovery;
  readonly session: SessionRow | null;
  readonly providerSession: ProviderSession | null;
}> {
  const recorded = await findPaymentByProviderId(context.db, gateway.name, payment.paymentId);
  const session = recorded ? null : await readSession(context.db, payment.reference);
  const orderId = recorded || session ? null : (payment.notes?.orderId ?? null);
  // A tip that was entered at the reader is not part of what the bill owes.
  const providerSession = orderId === null ? null : await gateway.findSessionOfPayment(payment.paymentId);
  const recovery = await transaction(context.db, async (tx) => {
    const order = orderId === null ? null : await findOrder(tx, orderId);
    return recoveryOf({
      amount: sessionAmount({ payment, providerSession }),
      isRecorded: recorded !== undefined,
      isRefunded: payment.refunded >= payment.amount,
      session,
      order: order && { status: order.status, room: await roomOnBill(tx, order, payment.notes?.tip ?? ZERO) },
    });
  });
  return { recovery, session, providerSession };
}

/** Attaches one payment of the provider to its order, or raises it for a person. Repeating it has no effect. */
export async function recoverPayment(
  context: Context,
  gateway: PaymentGateway,
  payment: ProviderPayment,
): Promise<RecoveryOutcome> {
  const plan = await planRecovery(context, gateway, payment);
  const { recovery, session } = plan;
  if (recovery === 'known') return 'known';
  const providerSession = plan.providerSession ?? (await gateway.findSessionOfPayment(payment.paymentId));
  const lost: LostPayment = { provider: gateway.name, payment, providerSession };
  const { notes } = payment;
  if (recovery === 'settle' && providerSession) {
    const settled = await settleSession(context, providerSession).catch(unlessUnknown);
    if (settled) return flagLateOrder(context, gateway, payment);
  }
  if (recovery === 'attach' && notes?.orderId && providerSession) {
    const { orderId } = notes;
    const isRestored = await transaction(context.db, (tx) => restoreBillSession(context, tx, orderId, lost));
    if (isRestored) {
      await settleSession(context, providerSession);
      return 'attached';
    }
  }
  const isRaised = await raiseForDecision(context, gateway, lost, { recovery, session });
  return isRaised ? 'attention' : 'known';
}

/** The session exists, but this payment does not belong to it, or its location is gone. */
function unlessUnknown(error: unknown): null {
  if (error instanceof UnknownSession) return null;
  throw error;
}

/** Notifies staff of an order that was paid a while ago: the guest may have got their food before the restore. */
async function flagLateOrder(context: Context, gateway: PaymentGateway, payment: ProviderPayment) {
  const booked = await findPaymentByProviderId(context.db, gateway.name, payment.paymentId);
  if (!booked || booked.bill_id === null) return 'attention';
  const session = booked.session_id === null ? null : await readSession(context.db, booked.session_id);
  const age = context.clock.now().getTime() - payment.at.getTime();
  if (session && !paysBill(session.kind) && age > LATE_PAYMENT_MINUTES * 60_000) {
    const { timeZone } = await readSite(context.db);
    const reason = inRestaurantLanguage(() => {
      const time = timeText(payment.at, timeZone);
      return say`Paid on ${time}, and recorded here later. Ask whether the guest already has their food before you cook it`;
    });
    await transaction(context.db, (tx) => flagPayment(context, tx, booked, { reason, amount: payment.amount }));
  }
  return 'settled';
}

function timeText(at: Date, zone: ZoneId): string {
  return `${dateTimeText(at, zone)}, ${clockText(at, zone)}`;
}

/**
 * Records a payment without an order, for a person to decide. Nothing is refunded automatically: the guest may have got
 * their food before the restore. Returns false if a simultaneous run recorded it.
 */
async function raiseForDecision(
  context: Context,
  { name, title }: PaymentGateway,
  lost: LostPayment,
  { recovery, session: storedSession }: Pick<Awaited<ReturnType<typeof planRecovery>>, 'recovery' | 'session'>,
): Promise<boolean> {
  const sessionToRaise = recovery === 'raise' && storedSession?.status !== 'paid' ? storedSession : null;
  const { payment } = lost;
  const { currency, timeZone } = await readSite(context.db);
  const text = inRestaurantLanguage(() => {
    const money = moneyText(payment.amount, currency);
    const time = timeText(payment.at, timeZone);
    return payment.refunded >= payment.amount
      ? say`${money} was paid at ${title} on ${time} and went back to the guest. Its order is missing since the data was restored`
      : say`${money} was paid at ${title} on ${time}, but its order is missing since the data was restored. Ask the guest: refund it, or mark it as resolved if they got their food`;
  });
  return transaction(context.db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`${name} ${payment.paymentId}`}, 0))`.execute(tx);
    if (await findPaymentByProviderId(tx, name, payment.paymentId)) return false;
    const session = sessionToRaise
      ? await lockSession(tx, sessionToRaise.id)
      : await orphanSession(context, tx, lost, storedSession);
    if (!session || session.status === 'paid') return false;
    await releaseStockAndSlots(context, tx, session);
    const providerSession = lost.providerSession ?? {
      reference: session.id,
      providerSessionId: session.provider_session_id ?? payment.paymentId,
      status: 'paid' as const,
      amount: payment.amount,
      paymentId: payment.paymentId,
    };
    // The amount that was charged, whatever the session says.
    const charged = { ...providerSession, amount: cents(payment.amount), paymentId: payment.paymentId };
    await insertSessionPayment(context, tx, session, charged, null).execute();
    await closeAsPaid(context, tx, session, charged, { orderId: session.order_id, attention: text });
    await raisePaymentAlert(context, tx, {
      locationId: session.location_id,
      reason: text,
      amount: payment.amount,
      orderId: session.order_id,
    });
    return true;
  });
}

/** A session for a payment without one. It is named after the payment if its session was paid by another payment. */
async function orphanSession(context: Context, tx: Tx, lost: LostPayment, storedSession: SessionRow | null) {
  const { reference, paymentId, notes } = lost.payment;
  const isReferenceFree = (await readSession(tx, reference)) === null;
  // A simultaneous run has made the session since, and settles it.
  if (!isReferenceFree && storedSession === null) return null;
  const order = notes?.orderId ? await findOrder(tx, notes.orderId) : null;
  // The location that the payment names, or else the oldest one.
  const location = await tx
    .selectFrom('locations')
    .select('id')
    .orderBy((eb) =>
      eb
        .case()
        .when('id', '=', notes?.locationId ?? '')
        .then(0)
        .else(1)
        .end(),
    )
    .orderBy('created_at')
    .orderBy('id')
    .executeTakeFirstOrThrow();
  return insertOrphanSession(context, tx, isReferenceFree ? lost : { ...lost, providerSession: null }, {
    id: isReferenceFree ? reference : `pay_${paymentId}`,
    locationId: order?.location_id ?? location.id,
    orderId: order?.id ?? null,
    guestName: inRestaurantLanguage(() => say`Unknown guest`),
  });
}
