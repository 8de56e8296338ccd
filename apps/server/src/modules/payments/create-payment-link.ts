import type { OrderRequest } from '@tiffin/contract/order-request';
import { cents, say, sayNow } from '@tiffin/domain/core';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { SessionSnapshot } from '../../platform/db/kept-json.ts';
import type { From, OnceWith } from '../../platform/http/implement.ts';
import { inLanguageOf } from '../../platform/i18n/interpreter.ts';
import { queueMessages } from '../outbox/queue-message.ts';
import { paymentLinkSms } from '../outbox/templates/sms.ts';
import { priceAtTill, requireSomethingToPay, soldAnyway, type TillDraft } from '../pricing/price-at-till.ts';
import { knownGuest } from '../orders/queries.ts';
import { readSite } from '../settings/site.ts';
import { gatewayOf } from './find-gateway.ts';
import { openAtProvider, requestToKeep, writeSession } from './open-session.ts';
import { linkAnswer, type SessionRow } from './sessions.ts';

/** An order the till asks for. */
export interface AskedAtTill {
  readonly actor: Actor;
  /** Read before anything is done, once: a manager's word may be in it. */
  readonly from: () => Promise<From>;
  readonly onceWith: OnceWith;
  readonly request: OrderRequest;
}

/** The till takes a card order: a link to pay it, and the order appears when it is paid. */
export async function createPaymentLink(context: Context, asked: AskedAtTill & { readonly sendSms: boolean }) {
  const { actor, from, onceWith, request, sendSms } = asked;
  gatewayOf(context);
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
    return { sessionId: id };
  });
  const session = await openAtProvider(context, sessionId);
  return { ...linkAnswer(session), sms: sendSms ? await textLink(context, session) : null };
}

/** At the till the guest's account comes with the order, when their phone was found. */
export async function tillSnapshot(
  tx: Tx,
  { request, items, price, adjustments, charges, given, approvedBy }: TillDraft,
  actor: Actor,
): Promise<SessionSnapshot> {
  return {
    request: requestToKeep(request),
    items,
    price,
    ...(adjustments.length > 0 && { adjustments }),
    ...(charges.length > 0 && { charges }),
    ...(given.length > 0 && { given, approvedBy }),
    ...soldAnyway(request.sellAnyway, items),
    userId: await knownGuest(tx, request.customer.userId),
    adminCreated: true,
    actor,
  };
}

interface TextedLink {
  readonly sent: boolean;
  readonly error: string | null;
}

const NO_PHONE = say`Customer phone number is required to send SMS`;

/** Texts a payment link to the guest, once a session, however often the request is repeated. */
export async function textLink(context: Context, session: SessionRow & { payment_url: string }): Promise<TextedLink> {
  const { customer } = session.snapshot.request;
  if (!customer.phone) return { sent: false, error: sayNow(NO_PHONE) };
  const site = await readSite(context.db);
  const write = () =>
    paymentLinkSms({
      brandName: site.name,
      customerName: customer.name,
      total: cents(session.amount_cents),
      currency: site.currency,
      paymentUrl: session.payment_url,
    });
  const text = inLanguageOf(session.snapshot, write, site);
  await queueMessages(context.db, context, [
    {
      channel: 'sms',
      to: customer.phone,
      template: 'payment_link',
      text,
      onceKey: `payment-link:${session.id}`,
      ...(session.order_id !== null && { orderId: session.order_id }),
      userId: session.user_id,
    },
  ]);
  return { sent: true, error: null };
}
