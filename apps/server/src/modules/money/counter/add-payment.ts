import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import {
  addCents,
  cents,
  isLanguage,
  valueOrThrow,
  refuse,
  say,
  subtractCents,
  toDollars,
  ZERO,
} from '@tiffin/domain/core';
import {
  billTipIn,
  checkBillPayment,
  GIFT_CARD,
  TENDER_PROPERTIES,
  type BillPaymentAmounts,
} from '@tiffin/domain/payment';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import { reductionsOfBill } from '@tiffin/domain/pricing';
import { doneAtOf } from '../../drawers/record-cash.ts';
import type { Context, Tx } from '../../../context.ts';
import type { SessionSnapshot } from '../../../platform/db/stored-json.ts';
import type { RequestOrigin, Idempotency, RunOnce } from '../../../platform/http/implement.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { requireMaySettle, requireMayTakeTip } from '../../locations/money-permission.ts';
import {
  findPaymentOfClient,
  toOpenBill,
  sumOnAccount,
  capturedPayments,
  readLedger,
  refundedDiscount,
  type Ledger,
  type PaymentRow,
} from '../../ledger/ledger.ts';
import { findGiftCard, requireUnblocked } from '../gift-cards/find-gift-card.ts';
import { explainGiftCardShort } from '../gift-cards/pay-with-gift-card.ts';
import { parseBillId } from '@tiffin/domain/tabs';
import { readOpenBillOfPart } from '../../ledger/bill-parts.ts';
import { requireManager } from '../../people/require-manager.ts';
import { recordPayment, takenBy } from '../../ledger/record-payment.ts';
import { readDiscountLimit, requireDiscountApproval, staffDiscountTotal } from '../../orders/pricing/discounts.ts';
import { requireTipApproval } from '../../orders/pricing/approve-tip.ts';
import { notesOf } from '../../orders/order-columns.ts';
import { heatOf, orderAnswer } from '../../orders/order-answer.ts';
import { priceFiguresOf, taxesOfOrder } from '../../orders/order-parts.ts';
import { findBillOrder, lockBillOrder } from '../../orders/rounds.ts';
import { touchTab } from '../../orders/tab-bills.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { billAnswer } from './bill-answer.ts';
import { refuseIfPaid } from '../sessions/refuse-if-paid.ts';
import { sendPaymentToReader } from '../readers/send-to-reader.ts';
import { requireCurrentGateway, requireCardReaders } from '../provider/find-gateway.ts';
import { addPendingPayment, openProviderPage, writeSession, type ReservedReader } from '../sessions/open-session.ts';
import { retryWhenReaderFree, reserveReader } from '../readers/reserve-reader.ts';
import { syncPaymentStatus } from '../bills/sync-payment-status.ts';

type PaymentInput = ValidatedInput<'addPayment'>['body'];

/** A partial payment of a bill, with or without a card reader. */
interface PartInput extends PaymentInput {
  readonly reader?: { readonly readerId: string; readonly askTip: boolean };
}

/** The actor at the till, and the idempotency key that their device sent for this partial payment. */
interface TillRequest {
  readonly actor: Actor;
  readonly from: RequestOrigin;
  readonly once: RunOnce;
  readonly idempotency: Idempotency | null;
}

/** Adds a partial payment to a bill: money that was taken, or a payment page. */
export async function addPayment(context: Context, request: TillRequest, input: PaymentInput) {
  const { sessionId, ...payment } = await bookOrHoldPart(context, request, input);
  const paymentUrl = sessionId === null ? null : (await openProviderPage(context, sessionId)).payment_url;
  return { ...payment, paymentUrl, ...(await billAndOrder(context, input.billId)) };
}

/**
 * Sends a partial payment to a card reader, which then asks for the card. If the reader cannot ask, the payment shows
 * the reason and holds its amount until staff retry or cancel it.
 */
export async function payOnTerminal(
  context: Context,
  request: TillRequest,
  { readerId, askTip = false, ...input }: ValidatedInput<'payOnTerminal'>['body'],
): Promise<ResponseOf<'payOnTerminal'>> {
  const { sessionId, paymentId } = await bookOrHoldPart(context, request, {
    ...input,
    tender: 'terminal',
    reader: { readerId, askTip },
  });
  if (sessionId !== null) await sendPaymentToReader(context, sessionId);
  return { paymentId, sessionId, ...(await billAndOrder(context, input.billId)) };
}

/**
 * Records money that staff took, or holds the amount for a payment page or card reader. Runs once per request. Other
 * payments of the same bill wait for the lock on its order and then see the reduced rest.
 */
async function bookOrHoldPart(context: Context, { actor, from, once, idempotency }: TillRequest, input: PartInput) {
  const { tender, given = null, reference = '', tip = ZERO, reader = null } = input;
  const provider = TENDER_PROPERTIES[tender].waits || reader ? requireCurrentGateway(context).name : null;
  const card =
    tender === GIFT_CARD ? await findGiftCard(context, { actor, from }, input.giftCardCode ?? reference) : null;
  const clientId = idempotency && `${idempotency.actor} ${idempotency.key}`;
  const bookOrHold = async (tx: Tx) => {
    const { part: partNumber } = parseBillId(input.billId);
    const order = await lockBill(tx, input.billId);
    valueOrThrow(authorise('order.take-payment', actor, { locationId: order.location_id }));
    requireMaySettle(context, order);
    if (reader) requireCardReaders(context);
    if (order.status === 'cancelled') {
      throw refuse('failed-precondition', say`This order was cancelled: no payment is due.`);
    }
    // The same request may be repeated days later, when its stored response is already deleted.
    const existing = clientId && (await findPaymentOfClient(tx, clientId));
    if (existing && existing.bill_id !== order.bill_id) throw refuse('idempotency-key-reused');
    if (existing)
      return { ...paymentAnswer(existing), sessionId: existing.status === 'pending' ? existing.session_id : null };
    if (tip > 0 || reader?.askTip) requireMayTakeTip(context, order);
    const ledger = await readLedger(tx, order.bill_id, doneAtOf({ actor, from }, context.clock.now()));
    refuseIfPaid(order, ledger);
    const { coin } = ledger;
    const open = partNumber === null ? toOpenBill(ledger) : await readOpenBillOfPart(tx, ledger, partNumber);
    const part = valueOrThrow(
      checkBillPayment(open, { tender, amount: input.amount, tip, given, reference: card?.last4 ?? reference, coin }),
    );
    const amounts = { taken: toDollars(part.due), change: toDollars(part.change) };
    const approvedBy =
      tender === 'account' ? await approveOnAccount(context, tx, order, ledger, part, { actor, from }) : null;
    // The guest confirms a tip on the card reader and on the page. Staff could type any.
    if (provider === null && part.tip > 0) {
      const tips = addCents(part.tip, ...capturedPayments(ledger).map((each) => cents(each.tip_cents)));
      const total = cents(ledger.bill.total_cents - ledger.bill.tip_cents);
      await requireTipApproval(
        context,
        tx,
        { actor, from },
        { id: order.id, locationId: order.location_id },
        { tip: tips, total },
      );
    }
    const bill = toOpenBill(ledger);
    const tipOfBill = { tip: cents(ledger.bill.tip_cents), total: bill.total };
    const billTip = billTipIn(tipOfBill, addCents(bill.paid, bill.held), part.amount);
    await recordAuditEntry(tx, { at: context.clock.now(), actor, from }, 'add-payment', ['order', order.id], {
      locationId: order.location_id,
      after: {
        tender,
        amountCents: subtractCents(part.amount, billTip),
        tipCents: addCents(part.tip, billTip),
        approvedBy: approvedBy?.name,
      },
    });
    if (card) await requireUnblocked(tx, card.id);
    if (provider === null) {
      const details = { actor, from, tender, part: partNumber, given, reference: reference || null, clientId };
      const { id } = await recordPayment(context, tx, order, { ...part, ...details, giftCard: card });
      await context.reachTestPoint('part.booked');
      await syncPaymentStatus(context, tx, order, { actor, from });
      return { ...amounts, paymentId: id, sessionId: null };
    }
    const reservedReader =
      reader && (await reserveReader(tx, order, { ...reader, amount: part.amount, now: context.clock.now() }));
    const session = await openPartSession(context, tx, order, part, actor, reservedReader);
    const atReader = reader ? takenBy({ actor, from }) : null;
    const expected = { ...session, provider, ...part, part: partNumber, tender, clientId, takenBy: atReader };
    const paymentId = await addPendingPayment(context, tx, order, expected);
    if (order.tab) await touchTab(tx, order.bill_id);
    await context.reachTestPoint('part.held');
    // A payment page becomes the order's current session; a card reader payment does not.
    const orderOfSession = reservedReader ? order : { ...order, session_id: session.sessionId };
    await syncPaymentStatus(context, tx, orderOfSession, { actor, from });
    return { ...amounts, paymentId, ...session };
  };
  const added = reader ? retryWhenReaderFree(context, reader.readerId, () => once(bookOrHold)) : once(bookOrHold);
  const payment = await added.catch(explainGiftCardShort(context, card?.id));
  await context.reachTestPoint('part.committed');
  return payment;
}

/**
 * A payment on account brings no money now, just like a discount. So staff may book as much of a bill on account as
 * they may give as a discount. More needs a manager or a manager's approval.
 */
async function approveOnAccount(
  context: Context,
  tx: Tx,
  order: OrderRow,
  ledger: Ledger,
  { amount, tip }: Pick<BillPaymentAmounts, 'amount' | 'tip'>,
  { actor, from }: Pick<TillRequest, 'actor' | 'from'>,
) {
  const approver = await requireDiscountApproval(tx, actor, order.location_id, {
    limit: await readDiscountLimit(tx),
    subtotal: cents(ledger.bill.subtotal_cents),
    sum: reductionsOfBill({
      discounts: staffDiscountTotal(order),
      refundedDiscounts: refundedDiscount(ledger, null),
      onAccount: addCents(amount, tip, sumOnAccount(ledger)),
    }),
    manager: from.manager,
    refusalText: (most) => say`This puts more than ${most} of a bill on a house account. A manager has to approve it.`,
  });
  if (approver) {
    await requireManager(
      context,
      tx,
      { actor, from },
      {
        right: 'order.discount-beyond',
        locationId: order.location_id,
        approval: 'allow-account',
        subject: ['order', order.id],
        amount: addCents(amount, tip),
        refusalText: '',
      },
    );
  }
  return approver;
}

async function billAndOrder(context: Context, billId: string) {
  const row = await findBillOrder(context.db, parseBillId(billId).billId);
  if (!row) throw refuse('order-not-found');
  return {
    bill: await billAnswer(context, row, parseBillId(billId).part),
    order: orderAnswer(row, context.clock.now(), context),
  };
}

function paymentAnswer(payment: PaymentRow) {
  const due = payment.amount_cents + payment.tip_cents + payment.cash_rounding_cents;
  const change = cents((payment.given_cents ?? due) - due);
  return { paymentId: payment.id, taken: toDollars(cents(due)), change: toDollars(change) };
}

/** Locks the orders of a bill until the transaction ends. Every payment of the bill takes this lock. */
export async function lockBill(tx: Tx, billId: string): Promise<OrderRow> {
  const order = await lockBillOrder(tx, parseBillId(billId).billId);
  if (!order) throw refuse('not-found', say`Bill not found`);
  return order;
}

/** Opens a session for a partial payment: a payment page that is paid later, or a card reader at the counter. */
async function openPartSession(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { amount, tip }: BillPaymentAmounts,
  actor: Actor,
  reader: ReservedReader | null,
) {
  const { id: sessionId } = await writeSession(context, tx, {
    kind: reader ? 'reader' : 'account',
    reader,
    locationId: order.location_id,
    orderId: order.bill_id,
    amount: addCents(amount, tip),
    snapshot: snapshotOfOrder(order, actor),
    createdBy: userIdOf(actor),
  });
  return { sessionId };
}

/** The snapshot that a payment page of an existing order shows. No order is created from it. */
export function snapshotOfOrder(order: OrderRow, actor: Actor): SessionSnapshot {
  return {
    language: isLanguage(order.language) ? order.language : undefined,
    request: {
      customer: {
        name: order.customer_name,
        email: order.customer_email ?? '',
        phone: order.customer_phone ?? '',
        userId: order.user_id,
      },
      orderType: order.order_type,
      delivery: null,
      table: null,
      ...notesOf(order),
    },
    items: order.items.map((item) => ({
      id: item.item_id,
      name: item.name,
      unitPrice: cents(item.unit_price_cents),
      quantity: item.quantity,
      category: item.category,
      description: item.description ?? '',
      ...heatOf(item),
    })),
    price: { ...priceFiguresOf(order), taxes: taxesOfOrder(order), tipOn: cents(order.subtotal_cents) },
    userId: order.user_id,
    adminCreated: order.admin_created,
    actor,
  };
}
