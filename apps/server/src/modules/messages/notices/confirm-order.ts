import { sql } from 'kysely';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { queueMessages, type NewMessage } from '../../outbox/queue-message.ts';
import { orderConfirmationMail, orderReceivedSms } from '../../outbox/templates/index.ts';
import { readSite, type SiteSettings } from '../../locations/restaurant/site.ts';
import type { LinkMaker } from '../../orders/order-answer.ts';
import { followUrl, mailToGuest, textToGuest } from './order-mail.ts';
import { markUnprovenRecipients } from '../../people/proven-contacts.ts';
import { promiseOf } from '../../orders/promise/promise-columns.ts';
import { readOrders } from '../../orders/queries.ts';
import { orderIdsOf } from '../../../platform/events/order-ids.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';

/** Confirms a new order to the guest by mail and by text, each once, where we have an address or a number. */
export const confirmOrders: Reaction = {
  name: 'order-confirmations',
  types: ['order.created'],
  needsIdAndStatusOnly: true,
  async react(context, tx, events) {
    const ids = orderIdsOf(events);
    const site = await readSite(tx);
    // An order that is already cancelled needs no confirmation.
    const rows = await readOrders(tx, sql`o.id = any(${ids}) and o.status <> 'cancelled'`);
    const messages = await markUnprovenRecipients(context, tx, rows, (row) =>
      inLanguageOf(row, () => confirmations(row, site, context), site),
    );
    await queueMessages(tx, context, messages);
  },
};

/** The mail and the text that confirm an order. */
export function confirmations(row: OrderRow, site: SiteSettings, links: LinkMaker): NewMessage[] {
  const kind = (template: string) => ({ template, onceKey: `${template}:${row.id}` });
  return [
    ...mailToGuest(row, site, links, kind('order_confirmation'), orderConfirmationMail),
    ...textToGuest(row, site, kind('order_received'), (order) =>
      orderReceivedSms({
        ...order,
        placedAt: row.order_time,
        promise: promiseOf(row),
        orderType: row.order_type,
        zone: row.location_time_zone,
        // A guest without an account opens the order with this link.
        orderUrl: row.user_id === null && !row.admin_created ? followUrl(row, links) : null,
      }),
    ),
  ];
}
