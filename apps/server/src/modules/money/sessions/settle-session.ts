import { cents, Refusal, say, sayNow } from '@tiffin/domain/core';
import { REFUND_NEEDS_CARD, paysBill, settlementOf, type Settlement } from '@tiffin/domain/payment';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { inRestaurantLanguage } from '../../../platform/i18n/request-language.ts';
import type { ProviderSession } from '../../../adapters/payment/gateway.ts';
import type { LocationMenu } from '../../menu/dishes/location-menu.ts';
import { moneyPermission } from '../../locations/money-permission.ts';
import { lockOffer } from '../../orders/pricing/offer-code.ts';
import { lockBillOrder } from '../../orders/rounds.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { amountLeftToPay, readLedger } from '../../ledger/ledger.ts';
import { insertSessionPayment, paymentOfSession, releasePendingPayments } from '../../ledger/payment-rows.ts';
import { insertRefundRequest } from '../../ledger/refund-rows.ts';
import { UNKNOWN_LOAD, readOpenWorkUnits, type KitchenLoad } from '../../capacity/kitchen-load.ts';
import { raisePaymentAlert } from '../bills/flag-payment.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';
import {
  lockSession,
  offerCodeOfSession,
  readSession,
  UnknownSession,
  type SessionWithOrder,
  type SessionRow,
} from './sessions.ts';
import { asPaid, closeAsPaid, releaseStockAndSlots } from './end-session.ts';
import { cartOfSession } from '../../orders/cart-order.ts';
import { confirmPaidBooking, endUnpaidBooking, writeDeposit } from '../../reservations/end-unpaid-booking.ts';
import { mailTableReceipt } from '../../messages/notices/mail-table-receipt.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import { lockReservation } from '../../reservations/queries.ts';
import { holdDeposit } from '../deposits/hold-deposit.ts';
import { letCardOfEndedBookingGo } from '../deposits/let-card-go.ts';
import { issueGiftCard } from '../gift-cards/issue-gift-card.ts';
import { refundMethodFor } from '../refunds/refund-items.ts';
import { shareSettlement } from './share-settlement.ts';
import { sendRefundSoon } from '../refunds/send-refund.ts';
import { writePaidOrder } from './write-paid-order.ts';

/**
 * Applies the provider's status of a session: creates its order once, pays an order on account, refunds the money, or
 * closes the session. The event, the return page, the sweep and the till all call this, repeatedly and concurrently.
 * The session's row is locked, and one transaction does everything.
 */
export async function settleSession(
  context: Context,
  providerSession: ProviderSession,
  readStored = () => readSession(context.db, providerSession.reference),
): Promise<SessionWithOrder> {
  return providerSession.status === 'paid'
    ? shareSettlement(context, providerSession, () => settleAlone(context, providerSession, readStored))
    : settleAlone(context, providerSession, readStored);
}

async function settleAlone(
  context: Context,
  providerSession: ProviderSession,
  readStored: () => Promise<SessionRow | null>,
) {
  const stored = await readStored();
  if (stored?.id !== providerSession.reference)
    throw new UnknownSession(`No payment session has this reference: ${providerSession.reference}`);
  if (stored.provider_session_id !== null && stored.provider_session_id !== providerSession.providerSessionId) {
    throw new UnknownSession(`This is not the provider's session of ${providerSession.reference}`);
  }
  // A paid session does not change. Most repeated events return here without a lock.
  if (stored.status === 'paid') return stored;
  // Exact, because pages are closed the moment their location moves or closes for good.
  const menu = await context.menus.exact(stored.location_id);
  // A paid order is accepted even when the kitchen is full.
  const load = menu && (await readOpenWorkUnits(context.db, menu, context.clock.now()));
  const kitchen = { ...UNKNOWN_LOAD, load };
  const settleOnce = ({ isCartOrdered }: { readonly isCartOrdered: boolean }) =>
    transaction(context.db, (tx) => settle(context, tx, stored, { providerSession, menu, kitchen, isCartOrdered }));
  // The cart is rarely ordered already. If it is, the insert is refused, and the second try refunds the money.
  const settled = await settleOnce({ isCartOrdered: false }).catch((error: unknown) =>
    isCartOrderedError(error) ? settleOnce({ isCartOrdered: true }) : Promise.reject(error),
  );
  await context.reachTestPoint('settle.committed');
  return settled;
}

async function settle(
  context: Context,
  tx: Tx,
  stored: SessionRow,
  input: {
    readonly providerSession: ProviderSession;
    readonly menu: LocationMenu | null;
    readonly kitchen: KitchenLoad;
    readonly isCartOrdered: boolean;
  },
): Promise<SessionWithOrder> {
  const { providerSession, menu, kitchen, isCartOrdered } = input;
  const offer = offerCodeOfSession(stored);
  // Locks the offer before the session, in the sequence that all code uses.
  if (offer !== null) await lockOffer(tx, offer);
  const session = await lockSession(tx, stored.id, cartOfSession(stored));
  if (!session) throw new UnknownSession(`The payment session is gone: ${stored.id}`);
  await context.reachTestPoint('settle.locked');
  const now = context.clock.now();
  const billOrder = paysBill(session.kind) && session.order_id ? await lockBillOrder(tx, session.order_id) : null;
  const settlement = settlementOf(
    {
      kind: session.kind,
      status: session.status,
      amount: cents(session.amount_cents),
      closedAt: session.closed_at,
      order: billOrder && (await billStateFor(tx, session, billOrder)),
      isCartOrdered,
      // A location that was closed for good cannot cook.
      takesOrders: menu !== null && menu.location.deleted_at === null,
      mayTakeMoney: menu === null || moneyPermission(menu.location, now).mayTake,
    },
    providerSession,
    now,
  );
  if (settlement.do === 'nothing') return storeReaderPrompt(context, tx, session, providerSession);
  const keptCard = session.kind === 'no-show' && providerSession.status === 'paid' ? providerSession.paymentId : null;
  if (keptCard !== null) return keepCard(context, tx, session, providerSession, settlement.do === 'order');
  if (settlement.do === 'close') return closeUnpaid(context, tx, session, settlement.as, billOrder);
  if (settlement.do === 'give-back') {
    const closed = await refund(context, tx, session, providerSession, settlement.attention);
    // The payment left the bill.
    if (billOrder) await syncPaymentStatus(context, tx, billOrder, { actor: SYSTEM_ACTOR, from: null });
    return closed;
  }
  if (session.kind === 'gift-card') return sellGiftCard(context, tx, session, providerSession, settlement);
  const { deposit } = session.snapshot;
  if (deposit) {
    // A kept card is charged for a booking that is over.
    if (deposit.card || (await confirmPaidBooking(context, tx, deposit.reservationId)))
      return takeDeposit(context, tx, session, providerSession, deposit);
    return refund(context, tx, session, providerSession, BOOKING_OVER);
  }
  return billOrder
    ? payBill(context, tx, session, providerSession, { settlement, billOrder })
    : becomeOrder(context, tx, session, providerSession, { settlement, menu, kitchen });
}

/**
 * Stores in `reader_said` why the reader stopped asking for the card, or null if it asks again. `reader_asked` counts
 * the attempts: reports of an earlier one are ignored.
 */
async function storeReaderPrompt(
  context: Context,
  tx: Tx,
  session: SessionRow,
  { status, readerPrompt }: ProviderSession,
) {
  if (session.status !== 'open' || status !== 'open' || !readerPrompt) return session;
  if (readerPrompt.attempt !== session.reader_asked) return session;
  // Keep the first message: later the reader only reports that nothing is in progress.
  if ((readerPrompt.message === null) === (session.reader_said === null)) return session;
  const updated = await tx
    .updateTable('payment_sessions')
    .set({ reader_said: readerPrompt.message })
    .where('id', '=', session.id)
    // If the reader asks for another payment in the meantime, its report may be about that one.
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('payment_sessions as other')
            .select('other.id')
            .where('other.reader_id', '=', session.reader_id)
            .where('other.id', '<>', session.id)
            .where('other.status', '=', 'open')
            .where('other.reader_said', 'is', null),
        ),
      ),
    )
    .returningAll()
    .executeTakeFirst();
  return updated ?? session;
}

/** The state of the bill for the payment of this session, not counting the amount that the session holds itself. */
async function billStateFor(tx: Tx, session: SessionRow, billOrder: OrderRow) {
  const ledger = await readLedger(tx, billOrder.bill_id);
  const own = ledger.payments.find((payment) => payment.session_id === session.id);
  const pendingAmount = own?.status === 'pending' ? own.amount_cents : 0;
  return {
    status: billOrder.status,
    paymentStatus: billOrder.payment_status,
    free: cents(amountLeftToPay(ledger) + pendingAmount),
    tip: cents(own?.tip_cents ?? 0),
  };
}

async function closeUnpaid(
  context: Context,
  tx: Tx,
  session: SessionRow,
  status: 'failed' | 'expired' | 'cancelled',
  billOrder: OrderRow | null,
): Promise<SessionRow> {
  const changes = { status, closed_at: context.clock.now() };
  await tx.updateTable('payment_sessions').set(changes).where('id', '=', session.id).execute();
  await releaseStockAndSlots(context, tx, session);
  if (session.snapshot.deposit) await endUnpaidBooking(context, tx, session.snapshot.deposit.reservationId);
  if (billOrder) {
    await releasePendingPayments(tx, { sessionId: session.id });
    await syncPaymentStatus(context, tx, billOrder, { actor: SYSTEM_ACTOR, from: null });
    const { table } = session.snapshot;
    // Nothing was paid, but the amount is free again for the others at the table.
    if (table) await announceFloor(context, tx, session.location_id, table.sittingId);
  }
  return { ...session, ...changes };
}

/** Creates the order with its payment and closes the session, in one statement. */
async function becomeOrder(
  context: Context,
  tx: Tx,
  session: SessionRow,
  providerSession: ProviderSession,
  {
    settlement,
    ...menuAndKitchen
  }: {
    readonly settlement: Settlement & { do: 'order' };
    readonly menu: LocationMenu | null;
    readonly kitchen: KitchenLoad;
  },
): Promise<SessionWithOrder> {
  const payment = paymentOfSession(context, session, providerSession);
  const { order, attention: problems } = await writePaidOrder(context, tx, session, providerSession, {
    ...menuAndKitchen,
    payment,
  });
  await context.reachTestPoint('settle.order-written');
  const attention = [attentionText(settlement), problems].filter((each) => each !== null).join(' ') || null;
  if (attention !== null) {
    const flag = { attention, attention_at: context.clock.now() };
    await tx.updateTable('payment_sessions').set(flag).where('id', '=', session.id).execute();
    await alertStaff(context, tx, session, { orderId: order.id, attention });
  }
  await context.reachTestPoint('settle.session-closed');
  return { ...session, ...asPaid(context, providerSession, { orderId: order.id, attention }), became: order };
}

/** Records the payment of an existing bill, closes the session and updates the order. */
async function payBill(
  context: Context,
  tx: Tx,
  session: SessionRow,
  providerSession: ProviderSession,
  { settlement, billOrder }: { readonly settlement: Settlement & { do: 'order' }; readonly billOrder: OrderRow },
): Promise<SessionRow> {
  // The first round, whose id this is, may be cancelled.
  const { bill_id: orderId } = billOrder;
  const attention = attentionText(settlement);
  const withPayment = tx.with('booked', (db) =>
    insertSessionPayment(context, db, session, providerSession, billOrder).returning('id'),
  );
  const closed = await closeAsPaid(context, withPayment, session, providerSession, { orderId, attention });
  await syncPaymentStatus(context, tx, billOrder, { actor: SYSTEM_ACTOR, from: null });
  if (session.snapshot.table) await mailReceipt(context, tx, session);
  if (attention !== null) await alertStaff(context, tx, session, { orderId, attention });
  return closed;
}

async function mailReceipt(context: Context, tx: Tx, { id, snapshot: { request, language } }: SessionRow) {
  const payments = tx.selectFrom('payments').selectAll().where('session_id', '=', id);
  const payment = await payments.executeTakeFirstOrThrow();
  await mailTableReceipt(context, tx, payment, { email: request.customer.email, language });
}

/** Records the payment of a gift card, which belongs to no bill, and issues the card. */
async function sellGiftCard(
  context: Context,
  tx: Tx,
  session: SessionRow,
  providerSession: ProviderSession,
  settlement: Settlement & { do: 'order' },
): Promise<SessionRow> {
  const payment = await insertSessionPayment(context, tx, session, providerSession, null)
    .returningAll()
    .executeTakeFirstOrThrow();
  const { giftCard } = session.snapshot;
  if (!giftCard) throw new UnknownSession(`The session is of no gift card: ${session.id}`);
  await issueGiftCard(context, tx, payment, giftCard, session.snapshot);
  return closeAsPaid(context, tx, session, providerSession, { orderId: null, attention: attentionText(settlement) });
}

const BOOKING_OVER = say`A deposit arrived for a booking that had ended`;

/** Records the payment of a deposit, which belongs to no bill yet, and holds it for its booking. */
async function takeDeposit(
  context: Context,
  tx: Tx,
  session: SessionRow,
  providerSession: ProviderSession,
  deposit: NonNullable<SessionRow['snapshot']['deposit']>,
): Promise<SessionRow> {
  const payment = await insertSessionPayment(context, tx, session, providerSession, null)
    .returningAll()
    .executeTakeFirstOrThrow();
  await holdDeposit(context, tx, payment, deposit);
  // A fee may be waived before the provider answers. The event of the booking then gives the money back.
  const row = await lockReservation(tx, deposit.reservationId);
  if (row.deposit && row.deposit.state !== 'paid') await writeDeposit(context, tx, null, row, row.deposit);
  return closeAsPaid(context, tx, session, providerSession, { orderId: null, attention: null });
}

/** Confirms the booking whose guest left a card. The card of a booking that had ended is let go at once. */
async function keepCard(
  context: Context,
  tx: Tx,
  session: SessionRow,
  providerSession: ProviderSession,
  isInTime: boolean,
): Promise<SessionRow> {
  const card = providerSession.paymentId ?? '';
  const { reservationId = '' } = session.snapshot.deposit ?? {};
  const isKept = isInTime && (await confirmPaidBooking(context, tx, reservationId, card));
  if (!isKept) await letCardOfEndedBookingGo(context, tx, session, card);
  return closeAsPaid(context, tx, session, providerSession, { orderId: null, attention: null });
}

function attentionText({ attention }: Settlement & { do: 'order' }): string | null {
  return attention && inRestaurantLanguage(() => sayNow(attention));
}

function alertStaff(
  context: Context,
  tx: Tx,
  session: SessionRow,
  { orderId, attention }: { readonly orderId: string; readonly attention: string },
): Promise<void> {
  return raisePaymentAlert(context, tx, {
    locationId: session.location_id,
    reason: attention,
    amount: cents(session.amount_cents),
    orderId,
  });
}

/** Records money that cannot become an order, and refunds it automatically. */
async function refund(context: Context, tx: Tx, session: SessionRow, providerSession: ProviderSession, why: string) {
  await releaseStockAndSlots(context, tx, session);
  const payment = await insertSessionPayment(context, tx, session, providerSession, null)
    .returningAll()
    .executeTakeFirstOrThrow();
  const method = refundMethodFor(payment);
  const attention = inRestaurantLanguage(() =>
    method === 'card'
      ? sayNow(why)
      : say`${sayNow(why)}. ${sayNow(REFUND_NEEDS_CARD)}: hand it back, then mark this as done`,
  );
  const requested = await insertRefundRequest(context, tx, SYSTEM_ACTOR, {
    payment_id: payment.id,
    location_id: session.location_id,
    method,
    amount_cents: payment.amount_cents,
    tip_cents: payment.tip_cents,
    reason: attention,
    idempotency_key: `give-back:${payment.id}`,
  });
  await context.reachTestPoint('settle.refund-requested');
  await raisePaymentAlert(context, tx, {
    locationId: session.location_id,
    reason: attention,
    amount: cents(payment.amount_cents + payment.tip_cents),
    orderId: session.order_id,
  });
  if (requested && method === 'card') sendRefundSoon(context, tx, requested.id);
  return closeAsPaid(context, tx, session, providerSession, { orderId: session.order_id, attention });
}

function isCartOrderedError(error: unknown): boolean {
  return error instanceof Refusal && error.failure.code === 'cart-ordered';
}
