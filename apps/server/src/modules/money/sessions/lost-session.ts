import { cents, rate, ZERO, type Cents } from '@tiffin/domain/core';
import type { SessionKind } from '@tiffin/domain/payment';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import type { ProviderPayment, ProviderSession } from '../../../adapters/payment/gateway.ts';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { SessionSnapshot } from '../../../platform/db/stored-json.ts';
import { amountLeftToPay, readLedger } from '../../ledger/ledger.ts';
import { lockBillOrder } from '../../orders/rounds.ts';
import { snapshotOfOrder } from '../counter/add-payment.ts';
import { addPendingPayment, newSessionRow } from './open-session.ts';
import { lockSession, readSession, type SessionRow } from './sessions.ts';

/** A payment at the provider whose session is missing here. */
export interface LostPayment {
  readonly provider: string;
  readonly payment: ProviderPayment;
  readonly providerSession: ProviderSession | null;
}

/** How much of a payment the bill of an order can take: what it owes, and the tip that was agreed with the payment. */
export async function roomOnBill(tx: Tx, order: Pick<OrderRow, 'bill_id'>, tip: Cents): Promise<Cents> {
  return cents(amountLeftToPay(await readLedger(tx, order.bill_id)) + tip);
}

/** The amount of the session: without a tip that was entered at the reader. */
export function sessionAmount({ payment, providerSession }: Omit<LostPayment, 'provider'>): Cents {
  return cents(payment.amount - (providerSession?.tip ?? 0));
}

/**
 * Makes the session of a bill's payment again, with its pending payment, so that it is settled like any other. Does
 * nothing if the bill no longer has room for it.
 */
export async function restoreBillSession(context: Context, tx: Tx, orderId: string, lost: LostPayment) {
  const order = await lockBillOrder(tx, orderId);
  // A simultaneous run made it, and settles it the same way.
  if (await readSession(tx, lost.payment.reference)) return true;
  const amount = sessionAmount(lost);
  const tip = lost.payment.notes?.tip ?? ZERO;
  if (!order || order.status === 'cancelled' || amount > (await roomOnBill(tx, order, tip))) return false;
  const kind = kindOfLost(lost, order.bill_id);
  const session = await insertLostSession(context, tx, lost, {
    id: lost.payment.reference,
    kind,
    locationId: order.location_id,
    orderId: order.bill_id,
    amount,
    snapshot: snapshotOfOrder(order, SYSTEM_ACTOR),
  });
  if (!session) return true;
  await addPendingPayment(context, tx, order, {
    sessionId: session.id,
    provider: lost.provider,
    amount: cents(amount - tip),
    tip,
    tender: kind === 'reader' ? 'terminal' : 'link',
  });
  return true;
}

/** Makes a session for a payment whose order is lost. Null if a simultaneous run made it. */
export function insertOrphanSession(
  context: Context,
  tx: Tx,
  lost: LostPayment,
  {
    guestName,
    ...ids
  }: { readonly id: string; readonly locationId: string; readonly orderId: string | null; readonly guestName: string },
): Promise<SessionRow | null> {
  const { amount, guest } = lost.payment;
  return insertLostSession(context, tx, lost, {
    ...ids,
    kind: kindOfLost(lost, ids.orderId),
    amount: sessionAmount(lost),
    snapshot: emptySnapshot(amount, { name: guest.name || guestName, email: guest.email }),
  });
}

function kindOfLost({ providerSession, payment }: LostPayment, orderId: string | null): SessionKind {
  if (orderId === null) return 'customer';
  // At a reader, the provider's session is the payment itself. A payment page has an id of its own.
  return providerSession?.providerSessionId === payment.paymentId ? 'reader' : 'account';
}

async function insertLostSession(
  context: Context,
  tx: Tx,
  { provider, providerSession }: LostPayment,
  session: {
    readonly id: string;
    readonly kind: SessionKind;
    readonly locationId: string;
    readonly orderId: string | null;
    readonly amount: Cents;
    readonly snapshot: SessionSnapshot;
  },
): Promise<SessionRow | null> {
  const row = newSessionRow(context, { ...session, provider, createdBy: null });
  const inserted = await tx
    .insertInto('payment_sessions')
    .values({
      ...row,
      provider_session_id: providerSession?.providerSessionId ?? null,
      snapshot: JSON.stringify(row.snapshot),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted ? lockSession(tx, inserted.id) : null;
}

/** Nothing is known of the order but its amount and what the guest entered at the provider. */
function emptySnapshot(total: Cents, customer: { readonly name: string; readonly email: string }): SessionSnapshot {
  return {
    request: { customer: { ...customer, phone: '', userId: null }, orderType: 'pickup', delivery: null, table: null },
    items: [],
    price: { subtotal: total, tax: ZERO, tip: ZERO, total, taxRate: rate(0), taxLabel: '' },
    userId: null,
    adminCreated: false,
    actor: SYSTEM_ACTOR,
  };
}
