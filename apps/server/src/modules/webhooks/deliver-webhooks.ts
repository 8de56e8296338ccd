import { say } from '@tiffin/domain/core';
import { nextWebhookAttempt } from '@tiffin/domain/messages';
import { sql } from 'kysely';
import type { WebhookResult } from '../../adapters/webhooks/webhook-sender.ts';
import type { Context, Tx } from '../../context.ts';
import { Batcher } from '../../platform/db/batcher.ts';
import { logFailure } from '../../platform/db/outage-log.ts';
import { unnamedStatement } from '../../platform/db/prepared-statements.ts';
import type { Row } from '../../platform/db/schema.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { startLoop, type Loop } from '../../platform/jobs/worker.ts';
import { webhookBody, EVENT_TEXT_SQL } from './webhook-body.ts';
import { activeWebhooks } from './webhooks.ts';
import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { recordAuditEntry } from '../log/record-audit-entries.ts';
import { notifyAccountOwner } from '../people/notify-account-owner.ts';

type WebhookRow = Row<'webhooks'>;

type DeliveryColumn = 'id' | 'position' | 'subject' | 'type' | 'at' | 'attempts';
interface LeasedDelivery extends Pick<Row<'webhook_deliveries'>, DeliveryColumn> {
  /** Null if the event is gone. */
  readonly event: string | null;
}

const POLL_INTERVAL_MS = 1_000;
const BATCH = 32;
const PARALLEL_SENDS = 8;
/** After a crash, a delivery is sent again after this time. */
const LEASE_MS = 60_000;
/** No request starts later, so that the last one ends within the lease. */
const START_WITHIN_MS = 45_000;
/** After a shorter failure, the waiting deliveries keep the times of their next attempts. */
const OUTAGE_MS = 5 * 60_000;
/** With this status a receiver says that it wants no more events. */
const HTTP_GONE = 410;

/**
 * Sends due deliveries. Each webhook has a worker of its own, so a slow one delays no other. With several copies of the
 * server, leases prevent that two send the same delivery.
 */
export function startWebhooks(context: Context): Loop {
  const workers = new Map<string, Promise<void>>();
  let isStopped = false;
  const loop = startLoop(context.log, 'webhooks', async () => {
    for (const webhook of await webhooksWithDueDeliveries(context)) {
      if (workers.has(webhook.id)) continue;
      const worker = deliverTo(context, webhook, () => isStopped)
        .catch((error: unknown) => logFailure(context.log, error, 'deliveries of a webhook failed; trying again'))
        .finally(() => workers.delete(webhook.id));
      workers.set(webhook.id, worker);
    }
    return POLL_INTERVAL_MS;
  });
  return {
    wake: () => loop.wake(),
    async stop() {
      isStopped = true;
      await loop.stop();
      await Promise.all(workers.values());
    },
  };
}

/** Sends what is due now to all webhooks. */
export async function deliverWebhooks(context: Context): Promise<void> {
  const due = await webhooksWithDueDeliveries(context);
  await Promise.all(due.map((webhook) => deliverTo(context, webhook, () => false)));
}

async function webhooksWithDueDeliveries({ db, clock }: Context): Promise<WebhookRow[]> {
  const { rows } = await readDue(db, [clock.now()]);
  if (rows.length === 0) return [];
  const due = new Set(rows.map(({ id }) => id));
  return (await activeWebhooks(db, clock.now())).filter(({ id }) => due.has(id));
}

const readDue = unnamedStatement<{ id: string }>(`
  select w.id from webhooks w where w.is_active and exists (
    select from webhook_deliveries d
    where d.webhook_id = w.id and d.state = 'pending' and d.next_attempt_at <= $1)`);

/** Works until nothing is due, the webhook is switched off, or the server stops. */
async function deliverTo(context: Context, { id }: WebhookRow, isStopped: () => boolean): Promise<void> {
  const delivered = new Batcher((ids: readonly string[]) => recordDelivered(context, ids));
  while (!isStopped()) {
    const { webhook, leased } = await leaseDeliveries(context, id);
    if (!webhook || leased.length === 0) return;
    const startBefore = performance.now() + START_WITHIN_MS;
    const subjects = Map.groupBy(leased, ({ subject }) => subject).values();
    const sendSubjects = async () => {
      for (const deliveries of subjects) {
        const arrived: string[] = [];
        for (const delivery of deliveries) {
          if (performance.now() > startBefore) break;
          const { event } = delivery;
          const result = event === null ? EVENT_GONE : await send(context, webhook, { ...delivery, event });
          if (isSuccess(result)) arrived.push(delivery.id);
          else if (!(await recordFailure(context, webhook, delivery, result))) break;
        }
        // Together, because each record costs a commit.
        await Promise.all(arrived.map((each) => delivered.add(each)));
        if (arrived.length > 0 && webhook.failing_since) await recover(context, webhook);
      }
    };
    await Promise.all(Array.from({ length: PARALLEL_SENDS }, sendSubjects));
  }
}

const EVENT_GONE: WebhookResult = { status: null, text: say`The event is no longer kept` };

/**
 * Leases due deliveries in their order. One copy of the server does this at a time, because a subject must keep its
 * order: what follows a delivery that waits for another attempt, or that another copy is sending, is left out.
 */
function leaseDeliveries(context: Context, webhookId: string) {
  const now = context.clock.now();
  return transaction(context.db, async (tx) => {
    const locked = await tx
      .selectFrom('webhooks')
      .select('id')
      .where('id', '=', webhookId)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    const webhook = locked && (await activeWebhooks(tx, now)).find(({ id }) => id === webhookId);
    if (!webhook) return { webhook: null, leased: [] };
    const { rows } = await lease(tx, [webhookId, now, new Date(now.getTime() + LEASE_MS)]);
    return { webhook, leased: rows.toSorted((a, b) => a.position - b.position) };
  });
}

const lease = unnamedStatement<LeasedDelivery>(`
  with due as (
    select d.id from webhook_deliveries d
    where d.webhook_id = $1 and d.state = 'pending' and d.next_attempt_at <= $2 and not exists (
      select from webhook_deliveries b
      where b.webhook_id = $1 and b.subject = d.subject and b.state = 'pending' and b.position < d.position
        and b.next_attempt_at > $2)
    order by d.position limit ${BATCH} for update
  )
  update webhook_deliveries d set next_attempt_at = $3
  from due where d.id = due.id
  returning d.id, d.position, d.subject, d.type, d.at, d.attempts, ${EVENT_TEXT_SQL} as event`);

function send(
  { clock, webhooks }: Context,
  { url, secret, previous_secret: previous, previous_until: until }: WebhookRow,
  delivery: LeasedDelivery & { readonly event: string },
): Promise<WebhookResult> {
  const now = clock.now();
  const secrets = previous !== null && until !== null && now < until ? [secret, previous] : [secret];
  return webhooks.send(url, { id: delivery.id, body: webhookBody(delivery), secrets });
}

function isSuccess({ status }: WebhookResult): boolean {
  return status !== null && status >= 200 && status < 300;
}

async function recordDelivered(
  { db, clock }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, undefined>> {
  await markDelivered(db, [ids, clock.now()]);
  return new Map();
}

const markDelivered = unnamedStatement(`
  update webhook_deliveries set state = 'delivered', next_attempt_at = null, answer = null,
    attempts = attempts + 1, last_attempt_at = $2
  where id = any($1) and state = 'pending'`);

/** After an outage everything that waits is sent at once. */
async function recover({ db, clock }: Context, { id, failing_since: since }: WebhookRow): Promise<void> {
  const ended = await db
    .updateTable('webhooks')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('failing_since', '=', since)
    .returning('id')
    .executeTakeFirst();
  const now = clock.now();
  if (!ended || !since || now.getTime() - since.getTime() < OUTAGE_MS) return;
  await db
    .updateTable('webhook_deliveries')
    .set({ next_attempt_at: now })
    .where('webhook_id', '=', id)
    .where('state', '=', 'pending')
    .where('next_attempt_at', '>', new Date(now.getTime() + LEASE_MS))
    .execute();
}

/** Later deliveries about the same subject wait too, unless this one is given up. Returns whether it is. */
function recordFailure(
  context: Context,
  webhook: WebhookRow,
  { id, subject, attempts, at }: LeasedDelivery,
  { status, text }: WebhookResult,
): Promise<boolean> {
  const now = context.clock.now();
  const answer = status === null ? text : `${status} ${text}`.trim();
  const tries = attempts + 1;
  const next = status === null && text === EVENT_GONE.text ? null : nextWebhookAttempt(tries, at, now);
  return transaction(context.db, async (tx) => {
    const pending = tx.updateTable('webhook_deliveries').where('state', '=', 'pending');
    await pending
      .set({ answer, attempts: tries, last_attempt_at: now, next_attempt_at: next, state: next ? undefined : 'failed' })
      .where('id', '=', id)
      .execute();
    if (next) {
      const others = pending.where('webhook_id', '=', webhook.id).where('subject', '=', subject);
      await others.set({ next_attempt_at: next }).where('id', '<>', id).execute();
    }
    const { failing_since: since } = await tx
      .updateTable('webhooks')
      .set({ failing_since: sql`coalesce(failing_since, ${now})` })
      .where('id', '=', webhook.id)
      .returning('failing_since')
      .executeTakeFirstOrThrow();
    const failsTooLong = nextWebhookAttempt(tries, since ?? now, now) === null;
    if (status === HTTP_GONE) await switchOff(context, tx, webhook, null);
    else if (failsTooLong) await switchOff(context, tx, webhook, answer);
    return next === null;
  });
}

/** Switches a webhook off, gives up what waits, and mails the admins. `lastAnswer` is null if the receiver is gone. */
async function switchOff(
  context: Context,
  tx: Tx,
  { id, url }: Pick<Row<'webhooks'>, 'id' | 'url'>,
  lastAnswer: string | null,
): Promise<void> {
  const now = context.clock.now();
  const reason = lastAnswer ?? say`It answered that it is gone (410)`;
  const switchedOff = await tx
    .updateTable('webhooks')
    .set({ is_active: false, switched_off: reason })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .returning('id')
    .executeTakeFirst();
  if (!switchedOff) return;
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
    await notifyAccountOwner(context, tx, { userId, ...admin }, 'webhook_off', () => {
      const cause =
        lastAnswer === null
          ? say`${url} answered that it is gone (410), so it gets no more events.`
          : say`Nothing reached ${url} for three days, so it gets no more events. The last attempt: ${lastAnswer}`;
      return {
        subject: say`A webhook was switched off`,
        message: say`${cause}\n\nWhat was not delivered is kept for a week. When the address works again, switch the webhook on and send it: ${pageUrl}`,
      };
    });
  }
}
