import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { webhookBody, EVENT_TEXT } from './webhook-body.ts';

type Delivery = ResponseOf<'getWebhookDeliveries'>['deliveries'][number];

const MAX_LISTED = 100;
const RETENTION_DAYS = 7;

/** The deliveries of a webhook: the newest first, or those that wait in the order in which they are sent. */
export async function listDeliveries(
  { db }: Context,
  { webhookId, deliveryId, waiting }: ValidatedInput<'getWebhookDeliveries'>['query'],
): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries as d')
    .selectAll('d')
    .$if(deliveryId !== undefined, (all) => all.select(EVENT_TEXT.as('event')))
    .where('d.webhook_id', '=', webhookId)
    .$if(deliveryId !== undefined, (all) => all.where('d.id', '=', deliveryId ?? ''))
    .$if(waiting, (all) => all.where('d.state', '<>', 'delivered'))
    .orderBy('d.position', waiting ? 'asc' : 'desc')
    .limit(MAX_LISTED)
    .execute();
  return rows.map(deliveryAnswer);
}

function deliveryAnswer(row: Row<'webhook_deliveries'> & { event?: string | null }): Delivery {
  return {
    deliveryId: row.id,
    type: row.type,
    subject: row.subject,
    at: row.at.toISOString(),
    state: row.state,
    attempts: row.attempts,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    lastAttemptAt: row.last_attempt_at?.toISOString() ?? null,
    answer: row.answer,
    body: row.event ? webhookBody({ ...row, event: row.event }) : null,
  };
}

/** Makes one delivery due, or everything that waits or was given up. Their ids stay. */
export async function resendDeliveries(
  context: Context,
  tx: Tx,
  { deliveryId, webhookId }: ValidatedInput<'resendWebhook'>['body'],
): Promise<number> {
  const resent = await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'pending', next_attempt_at: context.clock.now() })
    .$if(deliveryId !== undefined, (all) => all.where('id', '=', deliveryId ?? ''))
    .$if(webhookId !== undefined, (all) =>
      all.where('webhook_id', '=', webhookId ?? '').where('state', '<>', 'delivered'),
    )
    .returning('webhook_id')
    .execute();
  const [first] = resent;
  if (!first && deliveryId !== undefined) throw refuse('not-found', say`This delivery is no longer kept.`);
  const webhook = await tx
    .selectFrom('webhooks')
    .select('is_active')
    .where('id', '=', webhookId ?? first?.webhook_id ?? '')
    .executeTakeFirstOrThrow(() => refuse('not-found', say`This webhook does not exist.`));
  if (!webhook.is_active) {
    throw refuse('failed-precondition', say`This webhook is switched off. Switch it on, then send again.`);
  }
  return resent.length;
}

/** Deletes old deliveries. Those that wait are younger, or belong to a webhook that is switched off. */
export async function deleteOldDeliveries({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - RETENTION_DAYS * 86_400_000);
  await db.deleteFrom('webhook_deliveries').where('at', '<', before).execute();
}

/** Deletes the deliveries about erased subjects, because the stored answer of a receiver may repeat what it got. */
export async function deleteDeliveriesAbout(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('webhook_deliveries')
    .where('subject', '=', sql<string>`any(${[...subjects]}::text[])`)
    .execute();
}
