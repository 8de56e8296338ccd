import { orderNews, type Notice } from '@tiffin/domain/messages';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import { inLanguageOf } from '../../platform/i18n/interpreter.ts';
import { queueMessages, type NewMessage } from '../messages/queue-message.ts';
import { brandOf, orderNewsMail, orderNewsSms } from '../messages/templates/index.ts';
import type { LinkMaker } from '../orders/order-answer.ts';
import { followUrl, mailOrderOf, smsOrderOf } from '../orders/order-mail.ts';
import { countedToStrangers } from '../orders/proven-contacts.ts';
import type { OrderRow } from '../orders/queries.ts';
import { readSite, type SiteSettings } from '../settings/site.ts';
import { queueNotices } from './push-notices.ts';

/** What is new of an order, and nothing else in it. */
export interface OrderNews {
  /** The end of a sentence about it, in the guest's language: 'is at your door'. */
  readonly news: () => string;
  /** What is said once has one. */
  readonly key: string;
  /** Something went wrong: whoever is texted reads whom to call. */
  readonly asksToCall?: boolean;
}

/** A guest is told at once: on the devices that follow the order, else by text, else by mail. */
export async function tellGuest(context: Context, tx: Tx, row: OrderRow, told: OrderNews): Promise<void> {
  const site = await readSite(tx);
  const followers = await tx.selectFrom('push_followers').select('id').where('order_id', '=', row.id).execute();
  if (followers.length > 0) {
    const notice: Notice = inLanguageOf(row, () => orderNews(row.id, told.news()), site);
    const notBefore = context.clock.now();
    await queueNotices(context, tx, followers, notice, { orderId: row.id, status: row.status, notBefore });
    return;
  }
  const messages = await countedToStrangers(context, tx, [row], (each) =>
    inLanguageOf(each, () => messageOf(each, told, site, context), site),
  );
  await queueMessages(tx, context, messages);
}

function messageOf(
  row: OrderRow,
  { news: said, key, asksToCall = false }: OrderNews,
  site: SiteSettings,
  house: LinkMaker,
): NewMessage[] {
  const template = 'order_news';
  const news = said();
  const about = { orderId: row.id, userId: row.user_id, template, onceKey: `${template}:${row.id}:${key}` };
  if (row.customer_phone) {
    const phone = asksToCall ? row.location_phone : null;
    return [
      {
        ...about,
        channel: 'sms',
        to: row.customer_phone,
        text: orderNewsSms({ ...smsOrderOf(row, site.name), news, phone }),
      },
    ];
  }
  if (!row.customer_email) return [];
  const { subject, text, content } = orderNewsMail({
    brand: brandOf(site, house.publicUrl),
    ...mailOrderOf(row),
    news,
    orderUrl: followUrl(row, house),
  });
  return [{ ...about, channel: 'mail', to: row.customer_email, subject, text, content }];
}
