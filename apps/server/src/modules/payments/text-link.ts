import { cents, say, sayNow } from '@tiffin/domain/core';
import type { Context } from '../../context.ts';
import { inLanguageOf } from '../../language/interpreter.ts';
import { paymentLinkSms } from '../messages/templates/sms.ts';
import { queueMessages } from '../messages/queue-message.ts';
import { readSite } from '../settings/site.ts';
import type { SessionRow } from './sessions.ts';

export interface TextedLink {
  readonly sent: boolean;
  readonly error: string | null;
}

export const NO_PHONE = say`Customer phone number is required to send SMS`;

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
