import { addMinutes, say } from '@tiffin/domain/core';
import { estimateText } from '@tiffin/domain/hours';
import { smsForStatus, type SmsTemplateId } from '@tiffin/domain/messages';
import { CORRECTION_SECONDS } from '@tiffin/domain/order';
import type { Reaction } from '../../../platform/events/reactions.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { queueMessages, type NewMessage } from '../../outbox/queue-message.ts';
import { withdrawMessages } from '../../outbox/update-messages.ts';
import { orderPreparingSms, orderReadyMail, orderReadySms } from '../../outbox/templates/index.ts';
import { readSite, type SiteSettings } from '../../locations/restaurant/site.ts';
import { textOrMailToGuest, textToGuest, type Messengers } from './order-mail.ts';
import { promiseOf } from '../../orders/promise/promise-columns.ts';
import { findOrder } from '../../orders/queries.ts';
import { orderIdOf } from '../../../platform/events/order-ids.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import type { Context, Tx } from '../../../context.ts';
import { newsMessages } from './notify-guest.ts';

/**
 * Texts a guest when the kitchen starts and when the order is ready. Without a number, the guest gets a mail when it is
 * ready. Messages wait while the step can be undone, and are dropped if it is.
 */
export const textStatusChanges: Reaction = {
  name: 'order-texts',
  types: ['order.updated'],
  needsIdAndStatusOnly: true,
  async react(context, tx, events) {
    const site = await readSite(tx);
    for (const event of events) {
      const id = orderIdOf(event);
      const row = id === null ? null : await findOrder(tx, id);
      if (!row) continue;
      await withdrawUntrueMessages(tx, row);
      if (await correctReadyMessage(context, tx, row, site)) continue;
      const message = inLanguageOf(row, () => statusMessage(row, site, context), site);
      if (message) await queueMessages(tx, context, [message]);
    }
  },
};

/** The message about the current status, or null if there is none. */
export function statusMessage(row: OrderRow, site: SiteSettings, context: Messengers): NewMessage | null {
  const template = smsForStatus(row.status, row.order_type);
  const steppedAt = row.status === 'preparing' ? row.prep_start_time : row.ready_time;
  if (!template || !steppedAt) return null;
  const onceKey = `${template}:${row.id}:${steppedAt.toISOString()}`;
  const kind = { template, onceKey, notBefore: addMinutes(steppedAt, CORRECTION_SECONDS / 60) };
  const estimatedTime = estimateText(promiseOf(row), steppedAt, row.location_time_zone);
  const isReady = template === 'order_ready';
  const [message = null] = isReady
    ? textOrMailToGuest(row, site, context, kind, { text: orderReadySms, mail: orderReadyMail })
    : textToGuest(row, site, kind, (order) => orderPreparingSms(order, estimatedTime));
  return message;
}

/** A message is no longer true if its step was undone or the order cancelled. */
async function withdrawUntrueMessages(tx: Tx, row: OrderRow): Promise<void> {
  const untrue: SmsTemplateId[] = [];
  if (row.prep_start_time === null || row.status === 'cancelled') untrue.push('order_preparing');
  if (row.ready_time === null || row.status === 'cancelled') untrue.push('order_ready');
  if (untrue.length > 0) await withdrawMessages(tx, row.id, untrue);
}

/**
 * Corrects a message that said “ready” before the kitchen recalled the order: once for each such message, by the same
 * way. A message that still waited was withdrawn and needs no correction. Devices get the new status as always.
 * Returns whether the guest was notified, and so knows already that the kitchen started.
 */
async function correctReadyMessage(context: Context, tx: Tx, row: OrderRow, site: SiteSettings): Promise<boolean> {
  if (row.status !== 'preparing' || row.ready_time !== null) return false;
  const sent = await tx
    .selectFrom('messages')
    .select('once_key')
    .where('order_id', '=', row.id)
    .where('template', '=', 'order_ready')
    .where('status', 'in', ['sending', 'sent', 'outbox'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (!sent) return false;
  const correction = {
    news: () => say`is not ready yet after all. The kitchen needs a few more minutes`,
    key: `recalled:${sent.once_key}`,
  };
  const messages = inLanguageOf(row, () => newsMessages(row, correction, site, context), site);
  await queueMessages(tx, context, messages);
  return true;
}
