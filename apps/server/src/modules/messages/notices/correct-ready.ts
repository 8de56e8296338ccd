import { say } from '@tiffin/domain/core';
import type { Context } from '../../../context.ts';
import type { Tx } from '../../../platform/db/connection.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { inLanguageOf } from '../../../platform/i18n/request-language.ts';
import { queueMessages } from '../outbox/queue-message.ts';
import type { SiteSettings } from '../../locations/settings/site.ts';
import { newsMessages } from './notify-guest.ts';

/**
 * Corrects a message that said “ready” before the kitchen recalled the order: once for each such message, by the same
 * way. A message that still waited was withdrawn and needs no correction. Devices get the new status as always.
 * Returns whether the guest was told, and so knows already that the kitchen started.
 */
export async function correctReadyMessage(
  context: Context,
  tx: Tx,
  row: OrderRow,
  site: SiteSettings,
): Promise<boolean> {
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
  await queueMessages(
    tx,
    context,
    inLanguageOf(row, () => newsMessages(row, correction, site, context), site),
  );
  return true;
}
