import { DEFAULT_CANCEL_REASON, orderReasonText } from '@tiffin/domain/order';
import { refundTexts } from '@tiffin/domain/payment';
import { sql } from 'kysely';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { queueMessages, type NewMessage } from '../../outbox/queue-message.ts';
import { orderCancelledMail, orderCancelledSms } from '../../outbox/templates/index.ts';
import { readSite, type SiteSettings } from '../../locations/restaurant/site.ts';
import { orderPaymentMethod, type LinkMaker } from '../../orders/order-answer.ts';
import { moneyAnswer } from '../../orders/order-money.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';
import { mailToGuest, textToGuest } from './order-mail.ts';
import { markUnprovenRecipients } from '../../people/proven-contacts.ts';
import { readOrders } from '../../orders/queries.ts';
import { orderIdsOf } from '../../../platform/events/order-ids.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';

const TEMPLATE = 'order_cancelled';

/**
 * Notifies a guest at once by mail and by text when the restaurant cancels the order, since they may be on their way. A
 * guest who cancelled it gets no message, whether signed in or with the order link. If the order belongs to an account
 * and someone else cancelled it, the owner is notified. Cancellations older than an hour are not sent.
 */
export const notifyCancelled: Reaction = {
  name: 'order-cancellations',
  types: ['order.updated'],
  needsIdAndStatusOnly: true,
  async react(context, tx, events) {
    const rows = await readOrders(
      tx,
      sql`o.id = any(${orderIdsOf(events)}) and o.status = 'cancelled'
        and o.cancelled_time > ${context.clock.now()}::timestamptz - interval '1 hour'
        and not exists (select from order_status_history
                        where order_id = o.id and to_status = 'cancelled'
                          and (actor_id = o.user_id or (o.user_id is null and actor_kind in ('nobody', 'site'))))`,
    );
    if (rows.length === 0) return;
    const site = await readSite(tx);
    const messages = await markUnprovenRecipients(context, tx, rows, (row) =>
      inLanguageOf(row, () => cancellations(row, site, context), site),
    );
    await queueMessages(tx, context, messages);
  },
};

function cancellations(row: OrderRow, site: SiteSettings, links: LinkMaker): NewMessage[] {
  const { cancel_reason: stored, location_phone: phone } = row;
  const reason = stored && stored !== DEFAULT_CANCEL_REASON ? orderReasonText(stored) : null;
  const { goesBack = [], refunds: finished } = moneyAnswer(row, orderPaymentMethod(row));
  const refunds = refundTexts(goesBack, finished, (amount) => moneyText(amount, site.currency));
  const kind = (channel: string) => ({ template: TEMPLATE, onceKey: `${TEMPLATE}:${channel}:${row.id}` });
  return [
    ...mailToGuest(row, site, links, kind('mail'), (order) => orderCancelledMail(order, { reason, refunds })),
    ...textToGuest(row, site, kind('sms'), (order) => orderCancelledSms({ ...order, phone })),
  ];
}
