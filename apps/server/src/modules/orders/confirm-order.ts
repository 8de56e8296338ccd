import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import type { Reaction } from '../../events/reactions.ts';
import { queueMessages, type NewMessage } from '../messages/queue-message.ts';
import { brandOf, orderConfirmation, orderReceivedSms } from '../messages/templates/index.ts';
import { readSite, type SiteSettings } from '../settings/site.ts';
import type { LinkMaker } from './order-answer.ts';
import { followUrl, mailOrderOf, smsOrderOf } from './order-mail.ts';
import { orderIdsOf, readOrders, type OrderRow } from './queries.ts';

/** Whoever placed an order hears that we have it: by mail and by text, where we were told how, each once. */
export const confirmOrders: Reaction = {
  name: 'order-confirmations',
  types: ['order.created'],
  async react(context, tx, events) {
    const ids = orderIdsOf(events);
    const site = await readSite(tx);
    // Cancelled before anybody could write: there is nothing left to confirm.
    const rows = await readOrders(tx, sql`o.id = any(${ids}) and o.status <> 'cancelled'`);
    const proven = context.config.RATE_LIMITS ? await provenContacts(tx, ids) : null;
    await queueMessages(
      tx,
      context,
      rows.flatMap((row) =>
        confirmations(row, site, context).map((message) => ({
          ...message,
          unproven: proven !== null && !row.admin_created && !proven.has(`${row.id} ${message.to}`),
        })),
      ),
    );
  },
};

/** Of the addresses and numbers on these orders those that their accounts have shown to be their own: an order handed over shows a number. */
async function provenContacts(tx: Tx, orderIds: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string; contact: string }>`
    select o.id, o.customer_email as contact from orders o join users u on u.id = o.user_id
    where o.id = any(${orderIds}) and u.email_verified and u.email = o.customer_email
    union all
    select o.id, o.customer_phone from orders o
    where o.id = any(${orderIds}) and exists (
      select from orders before where before.user_id = o.user_id and before.customer_phone = o.customer_phone
        and before.status = 'completed')
  `.execute(tx);
  return new Set(rows.map(({ id, contact }) => `${id} ${contact}`));
}

function confirmations(row: OrderRow, site: SiteSettings, house: LinkMaker): NewMessage[] {
  const about = { orderId: row.id, userId: row.user_id };
  const messages: NewMessage[] = [];
  if (row.customer_email) {
    const { subject, text, content } = orderConfirmation({
      brand: brandOf(site, house.publicUrl),
      ...mailOrderOf(row),
      orderUrl: followUrl(row, house),
    });
    const template = 'order_confirmation';
    const onceKey = `${template}:${row.id}`;
    messages.push({ ...about, channel: 'mail', to: row.customer_email, template, subject, text, content, onceKey });
  }
  if (row.customer_phone) {
    const text = orderReceivedSms({
      ...smsOrderOf(row, site.name),
      placedAt: row.order_time,
      estimatedReady: row.estimated_ready,
      zone: row.location_time_zone,
      // Whoever ordered without an account comes back by it.
      orderUrl: row.user_id === null && !row.admin_created ? followUrl(row, house) : null,
    });
    const template = 'order_received';
    messages.push({
      ...about,
      channel: 'sms',
      to: row.customer_phone,
      template,
      text,
      onceKey: `${template}:${row.id}`,
    });
  }
  return messages;
}
