import { cents, Refusal, say, sayNow } from '@tiffin/domain/core';
import { NEEDS_CARD, needsCardForRefund, paysBill, settlementOf, type Settlement } from '@tiffin/domain/payment';
import { SYSTEM } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { inRestaurantLanguage } from '../../platform/i18n/interpreter.ts';
import type { ProviderSession } from '../../adapters/payment/gateway.ts';
import type { LocationMenu } from '../catalog/menu/location-menu.ts';
import { lockOffer } from '../pricing/offer-code.ts';
import type { PaymentInsert } from '../orders/order-columns.ts';
import { lockOrder } from '../orders/queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { free, readLedger } from '../ledger/ledger.ts';
import { NOT_ASKED, readLoad, type KitchenNow } from '../fulfilment/kitchen-load.ts';
import { releaseSlots } from '../fulfilment/reserve-slots.ts';
import { releaseStock } from '../catalog/stock/hold-stock.ts';
import { callAttention } from '../billing/flag-payment.ts';
import { syncPaymentStatus } from '../billing/sync-payment-status.ts';
import { lockSession, offerOf, readSession, UnknownSession, type SeenSession, type SessionRow } from './sessions.ts';
import { cartOf } from '../orders/cart-order.ts';
import { methodBack } from './refund-items.ts';
import { paidTogether } from './settling-sessions.ts';
import { sendRefundSoon } from './send-refund.ts';
import { writePaidOrder } from './write-paid-order.ts';

/**
 * What the provider says of a session becomes what it has to become: an order, once; an order on
 * account that is paid; money that goes back; a session that is closed. The event, the return page,
 * the sweep and the till all end here, as often and at the same time as they like: the session's row
 * is locked, and one transaction does everything.
 */
export async function settleSession(
  context: Context,
  seen: ProviderSession,
  read = () => readSession(context.db, seen.reference),
): Promise<SeenSession> {
  return seen.status === 'paid'
    ? paidTogether(context, seen, () => settleAlone(context, seen, read))
    : settleAlone(context, seen, read);
}

async function settleAlone(
  context: Context,
  seen: ProviderSession,
  read: () => Promise<SessionRow | null>,
): Promise<SeenSession> {
  const known = await read();
  if (known?.id !== seen.reference)
    throw new UnknownSession(`No payment session has this reference: ${seen.reference}`);
  if (known.provider_session_id !== null && known.provider_session_id !== seen.providerSessionId) {
    throw new UnknownSession(`This is not the provider's session of ${seen.reference}`);
  }
  // What is over is over; most repeated events end here, without a lock.
  if (known.status === 'paid') return known;
  const menu = await context.menus.fresh(known.location_id);
  // What is paid has its place, whatever is full.
  const load = menu && (await readLoad(context.db, menu, context.clock.now()));
  const kitchen = { ...NOT_ASKED, load };
  const work = (isCartOrdered: boolean) =>
    transaction(context.db, (tx) => settle(context, tx, known, { seen, menu, kitchen, isCartOrdered }));
  // Nearly never is the cart an order already: the order's own rule tells, and then the money goes back.
  const settled = await work(false).catch((error: unknown) =>
    isCartTaken(error) ? work(true) : Promise.reject(error),
  );
  await context.reach('settle.committed');
  return settled;
}

async function settle(
  context: Context,
  tx: Tx,
  known: SessionRow,
  found: {
    readonly seen: ProviderSession;
    readonly menu: LocationMenu | null;
    readonly kitchen: KitchenNow;
    readonly isCartOrdered: boolean;
  },
): Promise<SeenSession> {
  const { seen, menu, kitchen, isCartOrdered } = found;
  const offer = offerOf(known);
  // What may be paid once before the payment, in the sequence of all who lock them.
  if (offer !== null) await lockOffer(tx, offer);
  const session = await lockSession(tx, known.id, cartOf(known));
  if (!session) throw new UnknownSession(`The payment session is gone: ${known.id}`);
  await context.reach('settle.locked');
  const account = paysBill(session.kind) && session.order_id ? await lockOrder(tx, session.order_id) : null;
  const settlement = settlementOf(
    {
      kind: session.kind,
      status: session.status,
      amount: cents(session.amount_cents),
      closedAt: session.closed_at,
      order: account && (await standingOf(tx, session, account)),
      isCartOrdered,
      // A location that was closed for good cannot cook.
      takesOrders: menu !== null && menu.location.deleted_at === null,
    },
    seen,
    context.clock.now(),
  );
  if (settlement.do === 'nothing') return noteAsking(context, tx, session, seen);
  if (settlement.do === 'close') return close(context, tx, session, settlement.as, account);
  if (settlement.do === 'give-back') return giveBack(context, tx, session, seen, settlement.attention);
  return account
    ? payAccount(context, tx, session, seen, { settlement, account })
    : becomeOrder(context, tx, session, seen, { settlement, menu, kitchen });
}

/** A reader asks no more, and why; or it does again. What was seen of an earlier asking says nothing of this one. */
async function noteAsking(context: Context, tx: Tx, session: SessionRow, { status, asking }: ProviderSession) {
  if (session.status !== 'open' || status !== 'open' || !asking) return session;
  if (asking.asked !== session.reader_asked) return session;
  // What was said first says it best: later the reader only asks for nothing any more.
  if ((asking.said === null) === (session.reader_said === null)) return session;
  const noted = await tx
    .updateTable('payment_sessions')
    .set({ reader_said: asking.said })
    .where('id', '=', session.id)
    // It was handed another payment meanwhile.
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
  return noted ?? session;
}

/** How the bill stands for the payment of this page: what it holds itself is its own. */
async function standingOf(tx: Tx, session: SessionRow, account: OrderRow) {
  const ledger = await readLedger(tx, account.bill_id);
  const own = ledger.payments.find((payment) => payment.session_id === session.id);
  const held = own?.status === 'pending' ? own.amount_cents : 0;
  return {
    status: account.status,
    paymentStatus: account.payment_status,
    free: cents(free(ledger) + held),
    tip: cents(own?.tip_cents ?? 0),
  };
}

async function close(
  context: Context,
  tx: Tx,
  session: SessionRow,
  status: 'failed' | 'expired' | 'cancelled',
  account: OrderRow | null,
): Promise<SessionRow> {
  const changes = { status, closed_at: context.clock.now() };
  await tx.updateTable('payment_sessions').set(changes).where('id', '=', session.id).execute();
  await releaseStock(context, tx, [session.id]);
  if (session.snapshot.promised) await releaseSlots(tx, { sessionIds: [session.id] });
  if (account) {
    await tx
      .updateTable('payments')
      .set({ status: 'failed' })
      .where('session_id', '=', session.id)
      .where('status', '=', 'pending')
      .execute();
    await syncPaymentStatus(context, tx, account, { actor: SYSTEM, from: null });
  }
  return { ...session, ...changes };
}

/** The order, the money that pays it and the page that is over are one statement: all of it, or nothing. */
async function becomeOrder(
  context: Context,
  tx: Tx,
  session: SessionRow,
  seen: ProviderSession,
  {
    settlement,
    ...kept
  }: {
    readonly settlement: Settlement & { do: 'order' };
    readonly menu: LocationMenu | null;
    readonly kitchen: KitchenNow;
  },
): Promise<SeenSession> {
  const payment = paymentToBook(context, session, seen);
  const { order, attention: own } = await writePaidOrder(context, tx, session, seen, { ...kept, payment });
  await context.reach('settle.order-written');
  const attention = [usualWords(settlement), own].filter((each) => each !== null).join(' ') || null;
  if (attention !== null) {
    const noted = { attention, attention_at: context.clock.now() };
    await tx.updateTable('payment_sessions').set(noted).where('id', '=', session.id).execute();
    await callFor(context, tx, session, { orderId: order.id, attention });
  }
  await context.reach('settle.session-closed');
  return { ...session, ...asPaid(context, seen, { orderId: order.id, attention }), became: order };
}

/** The money of an order that stands: booked, its page closed, and the order told of it. */
async function payAccount(
  context: Context,
  tx: Tx,
  session: SessionRow,
  seen: ProviderSession,
  { settlement, account }: { readonly settlement: Settlement & { do: 'order' }; readonly account: OrderRow },
): Promise<SessionRow> {
  const told = { orderId: account.id, attention: usualWords(settlement) };
  const booked = tx.with('booked', (db) => booking(context, db, session, seen, account).returning('id'));
  const closed = await closeAsPaid(context, booked, session, seen, told);
  await syncPaymentStatus(context, tx, account, { actor: SYSTEM, from: null });
  if (told.attention !== null) await callFor(context, tx, session, { ...told, attention: told.attention });
  return closed;
}

function usualWords({ attention }: Settlement & { do: 'order' }): string | null {
  return attention && inRestaurantLanguage(() => sayNow(attention));
}

function callFor(
  context: Context,
  tx: Tx,
  session: SessionRow,
  { orderId, attention }: { readonly orderId: string; readonly attention: string },
): Promise<void> {
  return callAttention(context, tx, {
    locationId: session.location_id,
    reason: attention,
    amount: cents(session.amount_cents),
    orderId,
  });
}

function paymentToBook(context: Context, session: SessionRow, seen: ProviderSession): PaymentInsert {
  const tip = seen.tip ?? 0;
  return {
    id: context.ids.uuid(),
    session_id: session.id,
    provider: session.provider,
    method: session.kind === 'till-link' ? 'card' : 'online',
    amount_cents: (seen.amount ?? session.amount_cents) - tip,
    tip_cents: tip,
    provider_payment_id: seen.paymentId,
    card_brand: seen.card?.brand ?? null,
    card_last4: seen.card?.last4 ?? null,
  };
}

/** One row a session: the one that was expected, or a new one. */
function booking(
  context: Context,
  db: Pick<Tx, 'insertInto'>,
  session: SessionRow,
  seen: ProviderSession,
  order: Pick<OrderRow, 'id' | 'bill_id'> | null,
) {
  const now = context.clock.now();
  const payment = paymentToBook(context, session, seen);
  const { amount_cents: amount, tip_cents: tip, provider_payment_id: paymentId } = payment;
  const booked = {
    bill_id: order?.bill_id ?? null,
    order_id: order?.id ?? null,
    status: 'succeeded' as const,
    provider_payment_id: paymentId,
    captured_at: now,
    ...(seen.card && { card_brand: seen.card.brand, card_last4: seen.card.last4 }),
  };
  // What goes back only with the card in the reader goes back by a person's hand.
  const byHand = session.kind === 'reader' && needsCardForRefund(seen.card?.brand ?? null);
  return db
    .insertInto('payments')
    .values({ ...payment, location_id: session.location_id, created_at: now, ...booked })
    .onConflict((conflict) =>
      conflict
        .column('session_id')
        .where('session_id', 'is not', null)
        .doUpdateSet({
          ...booked,
          ...(byHand && { method: 'manual' }),
          // A tip beside the bill was charged with it, and one that was given at the reader.
          amount_cents: sql<number>`${amount} - payments.tip_cents`,
          tip_cents: sql<number>`payments.tip_cents + ${tip}`,
        }),
    );
}

/** Money that may become no order: it is booked, and goes back by itself. */
async function giveBack(
  context: Context,
  tx: Tx,
  session: SessionRow,
  seen: ProviderSession,
  why: string,
): Promise<SessionRow> {
  await releaseStock(context, tx, [session.id]);
  if (session.snapshot.promised) await releaseSlots(tx, { sessionIds: [session.id] });
  const payment = await booking(context, tx, session, seen, null).returningAll().executeTakeFirstOrThrow();
  const now = context.clock.now();
  const refundId = context.ids.uuid();
  const method = methodBack(payment);
  const attention = inRestaurantLanguage(() =>
    method === 'card' ? sayNow(why) : say`${sayNow(why)}. ${sayNow(NEEDS_CARD)}: hand it back, then tick this off`,
  );
  await tx
    .insertInto('refunds')
    .values({
      id: refundId,
      payment_id: payment.id,
      location_id: session.location_id,
      status: 'requested',
      method,
      amount_cents: payment.amount_cents,
      tip_cents: payment.tip_cents,
      reason: attention,
      next_try_at: method === 'card' ? now : null,
      idempotency_key: `give-back:${payment.id}`,
      requested_at: now,
    })
    .execute();
  await context.reach('settle.refund-requested');
  await callAttention(context, tx, {
    locationId: session.location_id,
    reason: attention,
    amount: cents(payment.amount_cents + payment.tip_cents),
    orderId: session.order_id,
  });
  if (method === 'card') sendRefundSoon(context, tx, refundId);
  return closeAsPaid(context, tx, session, seen, { orderId: session.order_id, attention });
}

async function closeAsPaid(
  context: Context,
  db: Pick<Tx, 'updateTable'>,
  session: SessionRow,
  seen: ProviderSession,
  about: Parameters<typeof asPaid>[2],
): Promise<SessionRow> {
  const changes = asPaid(context, seen, about);
  await db.updateTable('payment_sessions').set(changes).where('id', '=', session.id).execute();
  await context.reach('settle.session-closed');
  return { ...session, ...changes };
}

function asPaid(
  context: Context,
  seen: ProviderSession,
  { orderId, attention }: { readonly orderId: string | null; readonly attention: string | null },
) {
  const now = context.clock.now();
  return {
    status: 'paid' as const,
    order_id: orderId,
    provider_session_id: seen.providerSessionId,
    payment_id: seen.paymentId,
    closed_at: now,
    ...(attention !== null && { attention, attention_at: now }),
  };
}

function isCartTaken(error: unknown): boolean {
  return error instanceof Refusal && error.failure.code === 'cart-ordered';
}
