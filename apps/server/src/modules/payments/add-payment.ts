import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import type { addPayment as addPaymentCall, payOnTerminal as payOnTerminalCall } from '@tiffin/contract/bills';
import { addCents, cents, isLanguage, orRefuse, rate, refuse, say, toDollars, ZERO } from '@tiffin/domain/core';
import { takePart, TENDER, type TakenPart } from '@tiffin/domain/payment';
import { authorise, userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { SessionSnapshot } from '../../platform/db/kept-json.ts';
import type { From, Idempotency, Once } from '../../platform/http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { capturedPayments, openBill, readLedger, type Ledger, type PaymentRow } from '../ledger/ledger.ts';
import { recordPayment } from '../ledger/record-payment.ts';
import { givenLimit, requireMayGive } from '../pricing/discounts.ts';
import { notesOf } from '../orders/note-columns.ts';
import { heatOf, orderAnswer } from '../orders/order-answer.ts';
import { taxesOfOrder } from '../orders/order-parts.ts';
import { findOrder, lockOrder } from '../orders/queries.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { billAnswer } from './bill-answer.ts';
import { expectPayment } from './create-order-on-account.ts';
import { askForCard } from './send-to-reader.ts';
import { gatewayOf, readersOf } from './find-gateway.ts';
import { openAtProvider, writeSession, type AtReader } from './open-session.ts';
import { onceFree, takeReader } from './reserve-reader.ts';
import { syncPaymentStatus } from '../billing/sync-payment-status.ts';

type Wanted = ValidatedInput<typeof addPaymentCall>['body'];

/** A part on its way to the bill, at a reader or not. */
interface Part extends Wanted {
  readonly reader?: { readonly readerId: string; readonly askTip: boolean };
}

/** Who stands at the till, and the key their device gave this part of the bill. */
interface Taking {
  readonly actor: Actor;
  readonly from: From;
  readonly once: Once;
  readonly idempotency: Idempotency | null;
}

/** The till takes a part of a bill. */
export async function addPayment(
  context: Context,
  taking: Taking,
  wanted: Wanted,
): Promise<ResponseOf<typeof addPaymentCall>> {
  const { sessionId, ...told } = await takeOrHold(context, taking, wanted);
  const paymentUrl = sessionId === null ? null : (await openAtProvider(context, sessionId)).payment_url;
  return { ...told, paymentUrl, ...(await billAndOrder(context, wanted.billId)) };
}

/**
 * A card reader is handed a part of a bill, and asks for the card by itself. What it cannot be asked stands with the
 * part, which is held until somebody asks again or lets it go.
 */
export async function payOnTerminal(
  context: Context,
  taking: Taking,
  { readerId, askTip = false, ...wanted }: ValidatedInput<typeof payOnTerminalCall>['body'],
): Promise<ResponseOf<typeof payOnTerminalCall>> {
  const { sessionId, paymentId } = await takeOrHold(context, taking, {
    ...wanted,
    tender: 'terminal',
    reader: { readerId, askTip },
  });
  if (sessionId !== null) await askForCard(context, sessionId);
  return { paymentId, sessionId, ...(await billAndOrder(context, wanted.billId)) };
}

/** Once: whoever else pays of the bill waits for its order's lock and finds less left. */
async function takeOrHold(context: Context, { actor, from, once, idempotency }: Taking, wanted: Part) {
  const { tender, given = null, reference = '', tip = ZERO, reader = null } = wanted;
  const provider = TENDER[tender].waits || reader ? gatewayOf(context).name : null;
  const clientId = idempotency && `${idempotency.actor} ${idempotency.key}`;
  const hold = async (tx: Tx) => {
    const order = await lockBill(tx, wanted.billId);
    orRefuse(authorise('order.take-payment', actor, { locationId: order.location_id }));
    if (reader) readersOf(context);
    if (order.status === 'cancelled') {
      throw refuse('failed-precondition', say`This order was cancelled: no payment is due.`);
    }
    // Sent again days later, when its stored answer is gone.
    const known = clientId && (await paymentOfClient(tx, clientId));
    if (known && known.bill_id !== order.bill_id) throw refuse('idempotency-key-reused');
    if (known) return { ...toldOf(known), sessionId: known.status === 'pending' ? known.session_id : null };
    const ledger = await readLedger(tx, order.bill_id);
    const { coin } = ledger;
    const part = orRefuse(takePart(openBill(ledger), { tender, amount: wanted.amount, tip, given, reference, coin }));
    const taken = { taken: toDollars(part.due), change: toDollars(part.change) };
    const allowedBy = tender === 'account' ? await mayOwe(tx, order, ledger, part, { actor, from }) : null;
    await recordChange(tx, {
      at: context.clock.now(),
      actor,
      action: 'add-payment',
      subject: { kind: 'order', id: order.id },
      locationId: order.location_id,
      after: {
        tender,
        amountCents: part.amount,
        tipCents: part.tip,
        ...(allowedBy && { approvedBy: allowedBy.name }),
      },
      from,
    });
    if (provider === null) {
      const written = { actor, tender, given, reference: reference || null, clientId };
      const { id } = await recordPayment(context, tx, order, { ...part, ...written });
      await context.reach('part.booked');
      await syncPaymentStatus(context, tx, order, { actor, from });
      return { ...taken, paymentId: id, sessionId: null };
    }
    const atReader = reader && (await takeReader(tx, order, { ...reader, amount: part.amount }));
    const session = await holdPart(context, tx, order, part, actor, atReader);
    const paymentId = await expectPayment(context, tx, order, { ...session, provider, ...part, tender, clientId });
    await context.reach('part.held');
    // An order is found by its page; a reader's payment is no page.
    const found = atReader ? order : { ...order, session_id: session.sessionId };
    await syncPaymentStatus(context, tx, found, { actor, from });
    return { ...taken, paymentId, ...session };
  };
  const held = await (reader ? onceFree(context, reader.readerId, () => once(hold)) : once(hold));
  await context.reach('part.committed');
  return held;
}

/**
 * On a house account nobody hands anything over: whoever writes one down gives food away as by a discount, and a tip
 * besides. So much of a bill as staff may give they may write there, more by a manager or their word.
 */
async function mayOwe(
  tx: Tx,
  order: OrderRow,
  ledger: Ledger,
  { amount, tip }: Pick<TakenPart, 'amount' | 'tip'>,
  { actor, from }: Pick<Taking, 'actor' | 'from'>,
) {
  const before = capturedPayments(ledger).filter(({ tender }) => tender === 'account');
  return requireMayGive(tx, actor, order.location_id, {
    limit: await givenLimit(tx),
    subtotal: cents(order.subtotal_cents),
    sum: addCents(amount, tip, ...before.map((each) => cents(each.amount_cents + each.tip_cents))),
    manager: from.manager,
    why: (most) => say`This puts more than ${most} of a bill on a house account: a manager has to allow it.`,
  });
}

async function billAndOrder(context: Context, billId: string) {
  const row = await findOrder(context.db, billId);
  if (!row) throw refuse('order-not-found');
  return { bill: await billAnswer(context, row), order: orderAnswer(row, context.clock.now(), context) };
}

function toldOf(payment: PaymentRow) {
  const due = payment.amount_cents + payment.tip_cents + payment.cash_rounding_cents;
  const change = cents((payment.given_cents ?? due) - due);
  return { paymentId: payment.id, taken: toDollars(cents(due)), change: toDollars(change) };
}

function paymentOfClient(tx: Tx, clientId: string): Promise<PaymentRow | undefined> {
  return tx.selectFrom('payments').selectAll().where('client_id', '=', clientId).executeTakeFirst();
}

/** The order of a bill, for nobody else until the transaction ends: whoever pays of the bill locks it. */
export async function lockBill(tx: Tx, billId: string): Promise<OrderRow> {
  const order = await lockOrder(tx, billId);
  if (!order) throw refuse('not-found', say`Bill not found`);
  return order;
}

/** A page at the provider is paid by somebody else, later; a reader at the counter, in a moment. */
async function holdPart(
  context: Context,
  tx: Tx,
  order: OrderRow,
  { amount, tip }: TakenPart,
  actor: Actor,
  reader: AtReader | null,
) {
  const { id: sessionId } = await writeSession(context, tx, {
    kind: reader ? 'reader' : 'account',
    reader,
    locationId: order.location_id,
    orderId: order.id,
    amount: addCents(amount, tip),
    snapshot: asPriced(order, actor),
    createdBy: userIdOf(actor),
  });
  return { sessionId };
}

/** The order as its page shows it; it stands already, and is not made of this. */
export function asPriced(order: OrderRow, actor: Actor): SessionSnapshot {
  return {
    ...(isLanguage(order.language) && { language: order.language }),
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
      price: cents(item.unit_price_cents),
      unitPrice: cents(item.unit_price_cents),
      quantity: item.quantity,
      category: item.category,
      description: item.description ?? '',
      ...heatOf(item),
      cartKey: item.cart_key ?? '',
    })),
    price: {
      subtotal: cents(order.subtotal_cents),
      discount: cents(order.discount_cents),
      charges: cents(order.charges_cents),
      tax: cents(order.tax_cents),
      tip: cents(order.tip_cents),
      total: cents(order.total_cents),
      taxRate: rate(order.tax_rate),
      taxLabel: order.tax_label,
      taxes: taxesOfOrder(order),
      tipOn: cents(order.subtotal_cents),
    },
    userId: order.user_id,
    adminCreated: order.admin_created,
    actor,
  };
}
