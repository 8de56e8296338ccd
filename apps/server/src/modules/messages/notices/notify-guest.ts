import { orderUpdateNotice, type Notice } from '@tiffin/domain/messages';
import type { Context, Tx } from '../../../context.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { queueMessages, type NewMessage } from '../../outbox/queue-message.ts';
import { orderNewsMail, orderNewsSms } from '../../outbox/templates/index.ts';
import { textOrMailToGuest, type Messengers } from './order-mail.ts';
import { markUnprovenRecipients } from '../../people/proven-contacts.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { readSite, type SiteSettings } from '../../locations/restaurant/site.ts';
import { queueNotices } from './push/push-notices.ts';

/** What happened to an order, for its guest. */
export interface OrderNews {
  /** The end of a sentence about it, in the guest's language: 'is at your door'. */
  readonly news: () => string;
  /** Set for news that is sent only once. */
  readonly key: string;
  /** Something went wrong: a text message includes the number to call. */
  readonly includesPhone?: boolean;
}

/** Notifies a guest at once: on devices that follow the order, else by text message, else by mail. */
export async function notifyGuest(context: Context, tx: Tx, row: OrderRow, update: OrderNews): Promise<void> {
  const site = await readSite(tx);
  const followers = await tx.selectFrom('push_followers').select('id').where('order_id', '=', row.id).execute();
  if (followers.length > 0) {
    const notice: Notice = inLanguageOf(row, () => orderUpdateNotice(row.id, update.news()), site);
    const notBefore = context.clock.now();
    await queueNotices(context, tx, followers, notice, { orderId: row.id, status: row.status, notBefore });
    return;
  }
  const messages = await markUnprovenRecipients(context, tx, [row], (each) =>
    inLanguageOf(each, () => newsMessages(each, update, site, context), site),
  );
  await queueMessages(tx, context, messages);
}

/** The news as a text message or a mail. */
export function newsMessages(
  row: OrderRow,
  { news: newsText, key, includesPhone = false }: OrderNews,
  site: SiteSettings,
  context: Messengers,
): NewMessage[] {
  const template = 'order_news';
  const kind = { template, onceKey: `${template}:${row.id}:${key}` };
  const news = newsText();
  const phone = includesPhone ? row.location_phone : null;
  return textOrMailToGuest(row, site, context, kind, {
    text: (order) => orderNewsSms(order, news, phone),
    mail: (order) => orderNewsMail(order, news),
  });
}
