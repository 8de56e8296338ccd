import type { OrderRequest } from '@tiffin/contract/order/order-request';
import { cents, say, sayNow } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import type { SessionSnapshot } from '../../../platform/db/stored-json.ts';
import type { RequestOrigin, RunOnceWith } from '../../../platform/http/implement.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { queueMessages } from '../../outbox/queue-message.ts';
import { paymentLinkSms } from '../../outbox/templates/sms.ts';
import {
  priceAtTill,
  requireSomethingToPay,
  soldOutItemsAudit,
  type PricedTillOrder,
} from '../../orders/pricing/price-at-till.ts';
import { findExistingAccount } from '../../orders/queries.ts';
import { holdPoints } from '../../people/spend-points.ts';
import { holdPromotion } from '../../orders/promotions/promotion-uses.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { requireCurrentGateway } from '../provider/find-gateway.ts';
import { openProviderPage, toSnapshotRequest, writeSession } from './open-session.ts';
import { paymentLinkAnswer, type SessionRow } from './sessions.ts';

/** A request of staff at the till for an order that its guest pays later. */
export interface TillInput {
  readonly actor: Actor;
  /** Called once, before anything else, because it may consume a manager's approval. */
  readonly from: () => Promise<RequestOrigin>;
  readonly onceWith: RunOnceWith;
  readonly request: OrderRequest;
}

/** Creates a payment link at the till. The order is created when the link is paid. */
export async function createPaymentLink(context: Context, input: TillInput & { readonly sendSms: boolean }) {
  const { actor, from, onceWith, request, sendSms } = input;
  requireCurrentGateway(context);
  const price = async () => {
    const priced = await priceAtTill(context, { actor, from: await from() }, request);
    requireSomethingToPay(priced);
    return priced;
  };
  const { sessionId } = await onceWith(price, async (tx, priced) => {
    const { id } = await writeSession(context, tx, {
      kind: 'till-link',
      locationId: priced.menu.location.id,
      snapshot: await tillSnapshot(tx, priced, actor),
      createdBy: userIdOf(actor),
    });
    if (priced.points) await holdPoints(tx, id, priced.points, context.clock.now());
    if (priced.promotion) await holdPromotion(tx, id, priced.promotion, context.clock.now());
    return { sessionId: id };
  });
  const session = await openProviderPage(context, sessionId);
  return { ...paymentLinkAnswer(session), sms: sendSms ? await textSessionLink(context, session) : null };
}

/** The snapshot of an order at the till, with the guest's account if their phone number was found. */
export async function tillSnapshot(
  tx: Tx,
  { request, items, price, adjustments, charges, given, approvedBy, promotion, points }: PricedTillOrder,
  actor: Actor,
): Promise<SessionSnapshot> {
  return {
    request: toSnapshotRequest(request),
    items,
    price,
    adjustments: adjustments.length > 0 ? adjustments : undefined,
    charges: charges.length > 0 ? charges : undefined,
    promotion,
    points,
    given: given.length > 0 ? given : undefined,
    approvedBy: given.length > 0 ? approvedBy : undefined,
    ...soldOutItemsAudit(request.sellAnyway, items),
    userId: await findExistingAccount(tx, request.customer.userId),
    adminCreated: true,
    actor,
  };
}

const NO_SMS = say`Text messages are not set up for this restaurant`;
const NO_PHONE = say`Customer phone number is required to send SMS`;

/** Texts the payment link to the guest, once per session even if the request is repeated. */
export async function textSessionLink(
  context: Context,
  session: SessionRow & { payment_url: string },
): Promise<{ readonly sent: boolean; readonly error: string | null }> {
  const { customer } = session.snapshot.request;
  if (!customer.phone) return { sent: false, error: sayNow(NO_PHONE) };
  const site = await readSite(context.db);
  const writeSms = () =>
    paymentLinkSms({
      brandName: site.name,
      customerName: customer.name,
      total: cents(session.amount_cents),
      currency: site.currency,
      paymentUrl: session.payment_url,
    });
  const text = inLanguageOf(session.snapshot, writeSms, site);
  await queueMessages(context.db, context, [
    {
      channel: 'sms',
      to: customer.phone,
      template: 'payment_link',
      text,
      onceKey: `payment-link:${session.id}`,
      orderId: session.order_id ?? undefined,
      userId: session.user_id,
    },
  ]);
  // Without an account for text messages it stays in the outbox.
  return context.sms ? { sent: true, error: null } : { sent: false, error: sayNow(NO_SMS) };
}
