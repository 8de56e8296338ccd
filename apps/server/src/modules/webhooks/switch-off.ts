import { say } from '@tiffin/domain/core';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import type { Context, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { recordAuditEntry } from '../log/record-audit-entries.ts';
import { notifyAccountOwner } from '../people/notify-account-owner.ts';

/** Switches a webhook off, gives up what waits, and mails the admins. */
export async function switchOff(
  context: Context,
  tx: Tx,
  { id, url }: Pick<Row<'webhooks'>, 'id' | 'url'>,
  reason: string,
): Promise<void> {
  const now = context.clock.now();
  const off = await tx
    .updateTable('webhooks')
    .set({ is_active: false, switched_off: reason })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!off) return;
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'failed', next_attempt_at: null })
    .where('webhook_id', '=', id)
    .where('state', '=', 'pending')
    .execute();
  const after = { url, reason };
  await recordAuditEntry(tx, { at: now, actor: SYSTEM_ACTOR }, 'switch-off-webhook', ['webhook', id], { after });
  const admins = await tx
    .selectFrom('users')
    .select(['id', 'email', 'name'])
    .where('role', '=', 'admin')
    .where('is_active', '=', true)
    .where('is_deleted', '=', false)
    .execute();
  const pageUrl = `${context.publicUrl}/admin/dashboard#connections`;
  for (const { id: userId, ...admin } of admins) {
    await notifyAccountOwner(context, tx, { userId, ...admin }, 'webhook_off', () => ({
      subject: say`A webhook was switched off`,
      message: say`Nothing reached ${url} for three days, so it gets no more events. The last attempt: ${reason}\n\nWhat was not delivered is kept for a week. When the address works again, switch the webhook on and send it: ${pageUrl}`,
    }));
  }
}
