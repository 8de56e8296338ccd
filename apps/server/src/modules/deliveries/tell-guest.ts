import { record } from '@tiffin/domain/core';
import { deliveryNews } from '@tiffin/domain/delivery';
import { deliveryNotice } from '@tiffin/domain/messages';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { KeptCourier } from '../../db/kept-json.ts';
import type { Reaction } from '../../events/reactions.ts';
import { queueMessages, type NewMessage } from '../messages/queue-message.ts';
import { brandOf, orderBrought, orderBroughtSms } from '../messages/templates/index.ts';
import type { LinkMaker } from '../orders/order-answer.ts';
import { followUrl, mailOrderOf, smsOrderOf } from '../orders/order-mail.ts';
import { countedToStrangers } from '../orders/proven-contacts.ts';
import { findOrder, orderIdOf, type OrderRow } from '../orders/queries.ts';
import { queueNotices } from '../push/push-notices.ts';
import { readSite, type SiteSettings } from '../settings/site.ts';

/** A driver who had no network says it late: by then the food is there. */
const NEWS_FOR_MS = 20 * 60_000;

/**
 * A guest hears that their order is on its way, and at the door: on the devices that follow it, else by text, else by
 * mail. Each once, and nothing else in it.
 */
export const tellBrought: Reaction = {
  name: 'delivery-news',
  types: ['order.updated'],
  async react(context, tx, events) {
    for (const event of events) {
      const order = record(event.data['order']);
      const id = record(record(order?.['deliveryInfo'])?.['courier']) ? orderIdOf(event) : null;
      const row = id === null ? null : await findOrder(tx, id);
      // Of whatever else is told of the order, and of a step that is over, it says nothing again.
      if (row?.courier && row.courier.version === order?.['version']) await tell(context, tx, row, row.courier);
    }
  },
};

async function tell(context: Context, tx: Tx, row: OrderRow, { state, at }: KeptCourier): Promise<void> {
  const notice = deliveryNotice({ id: row.id, state });
  const now = context.clock.now();
  if (!notice || now.getTime() - Date.parse(at) > NEWS_FOR_MS) return;
  const followers = await tx.selectFrom('push_followers').select('id').where('order_id', '=', row.id).execute();
  if (followers.length > 0) {
    await queueNotices(context, tx, followers, notice, { orderId: row.id, status: row.status, notBefore: now });
    return;
  }
  const site = await readSite(tx);
  const messages = await countedToStrangers(context, tx, [row], (each) => newsOf(each, state, site, context));
  await queueMessages(tx, context, messages);
}

function newsOf(row: OrderRow, state: KeptCourier['state'], site: SiteSettings, house: LinkMaker): NewMessage[] {
  const template = 'order_brought';
  const about = { orderId: row.id, userId: row.user_id, template, onceKey: `${template}:${state}:${row.id}` };
  const news = deliveryNews(state) ?? '';
  if (row.customer_phone) {
    const phone = state === 'failed' ? row.location_phone : null;
    const text = orderBroughtSms({ ...smsOrderOf(row, site.name), news, phone });
    return [{ ...about, channel: 'sms', to: row.customer_phone, text }];
  }
  if (!row.customer_email) return [];
  const { subject, text, content } = orderBrought({
    brand: brandOf(site, house.publicUrl),
    ...mailOrderOf(row),
    news,
    orderUrl: followUrl(row, house),
  });
  return [{ ...about, channel: 'mail', to: row.customer_email, subject, text, content }];
}
