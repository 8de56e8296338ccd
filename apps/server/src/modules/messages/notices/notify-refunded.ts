import { cents, asRecord } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { queueMessages, type NewMessage } from '../../outbox/queue-message.ts';
import {
  brandOf,
  orderRefundedMail,
  orderRefundedSms,
  depositReturnedMail,
  paymentReturnedMail,
  paymentReturnedSms,
} from '../../outbox/templates/index.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';
import type { LinkMaker } from '../../orders/order-answer.ts';
import { mailToGuest, textToGuest } from './order-mail.ts';
import { readOrders } from '../../orders/queries.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { readSite, type SiteSettings } from '../../locations/restaurant/site.ts';
import { DISPUTE_KEY_PATTERN, type RefundRow } from '../../ledger/ledger.ts';
import type { Context, Tx } from '../../../context.ts';
import { cartOfSession, findOrderOfCart } from '../../orders/cart-order.ts';

/** Notifies a guest of each refund once, after it succeeded. */
export const notifyRefunded: Reaction = {
  name: 'refund-messages',
  types: ['order.updated'],
  async react(context, tx, events) {
    const ids = new Set(events.flatMap((event) => idOfRefundedOrder(event.data)));
    if (ids.size === 0) return;
    const refunds = await tx
      .selectFrom('refunds')
      .selectAll()
      .where('order_id', 'in', [...ids])
      .where('status', '=', 'succeeded')
      .where('is_undo', '=', false)
      .where('idempotency_key', 'not like', DISPUTE_KEY_PATTERN)
      .execute();
    const orders = await readOrders(tx, sql`o.id = any(${[...ids]})`);
    const site = await readSite(tx);
    const messages = refunds.flatMap((refund) => {
      const order = orders.find(({ id }) => id === refund.order_id);
      return order ? inLanguageOf(order, () => messageOf(refund, order, site, context), site) : [];
    });
    await queueMessages(tx, context, messages);
  },
};

/** The id of the order if it may have a refund, because most changes of an order concern no money. */
function idOfRefundedOrder(data: Readonly<Record<string, unknown>>): string[] {
  const order = asRecord(data['order']);
  const refunded = asRecord(order?.['pricing'])?.['refunded'];
  const changes = order?.['changes'];
  const id = order?.['id'];
  const mayHaveRefund =
    (typeof refunded === 'number' && refunded > 0) || (Array.isArray(changes) && changes.length > 0);
  return typeof id === 'string' && mayHaveRefund ? [id] : [];
}

/** By mail, or by text without a mail address. */
function messageOf(refund: RefundRow, order: OrderRow, site: SiteSettings, links: LinkMaker): NewMessage[] {
  const amount = cents(refund.amount_cents + refund.tip_cents + refund.cash_rounding_cents);
  const { method } = refund;
  const kind = { template: 'order_refunded', onceKey: `order_refunded:${refund.id}` };
  const mails = mailToGuest(order, site, links, kind, (mail) => orderRefundedMail(mail, amount, method));
  if (mails.length > 0) return mails;
  const money = moneyText(amount, site.currency);
  return textToGuest(order, site, kind, (sms) => orderRefundedSms(sms, money, method));
}

/** Notifies a guest that a payment without an order was refunded, in the transaction that records it. */
export async function notifyReturnedRefund(context: Context, tx: Tx, refund: RefundRow): Promise<void> {
  const session = await tx
    .selectFrom('payment_sessions as s')
    .innerJoin('payments as p', 'p.session_id', 's.id')
    .selectAll('s')
    .select('p.gift_card_id')
    .where('p.id', '=', refund.payment_id)
    .executeTakeFirst();
  if (!session) return;
  const { request, userId } = session.snapshot;
  const { name: customerName, email, phone } = request.customer;
  const cart = cartOfSession(session);
  const paidTwice = (cart && (await findOrderOfCart(tx, cart)))?.id ?? null;
  const site = await readSite(tx);
  const money = moneyText(cents(refund.amount_cents + refund.tip_cents), site.currency);
  const payment = { customerName, money, paidTwice, isOfGiftCard: session.gift_card_id !== null };
  const about = { template: 'payment_returned', onceKey: `payment_returned:${refund.id}`, userId };
  const inGuestLanguage = <T>(write: () => T) => inLanguageOf(session.snapshot, write, site);
  if (email) {
    const brand = brandOf(site, context.publicUrl);
    const { deposit } = session.snapshot;
    const mail = inGuestLanguage(() =>
      deposit ? depositReturnedMail(brand, { ...payment, ...deposit }) : paymentReturnedMail(brand, payment),
    );
    await queueMessages(tx, context, [{ ...about, channel: 'mail', to: email, ...mail }]);
  } else if (phone) {
    const text = inGuestLanguage(() => paymentReturnedSms(site.name, payment));
    await queueMessages(tx, context, [{ ...about, channel: 'sms', to: phone, text }]);
  }
}
