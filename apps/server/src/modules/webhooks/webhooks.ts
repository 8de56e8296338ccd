import { randomBytes } from 'node:crypto';
import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { WEBHOOK_SECRET_OVERLAP_MS } from '@tiffin/domain/messages';
import type { Actor } from '@tiffin/domain/people';
import { sql, type RawBuilder } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import type { Row } from '../../platform/db/schema.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { keyIdOf, responsibleUserId } from '../people/responsible-user.ts';
import { insertRow, updateRow } from '../../platform/db/write-row.ts';

type Webhook = ResponseOf<'getWebhooks'>['webhooks'][number];

/** A webhook sends only while the person who saved it is an admin, or the API key that saved it is valid. */
const isValid = (now: Date): RawBuilder<boolean> => sql`case when w.set_up_key is null
  then exists (select from users u where u.id = w.set_up_by and u.role = 'admin' and u.is_active and not u.is_deleted)
  else exists (select from api_keys k where k.id = w.set_up_key and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > ${now})) end`;

/** The webhooks that send events now. */
export function activeWebhooks(db: Db | Tx, now: Date): Promise<Row<'webhooks'>[]> {
  return db.selectFrom('webhooks as w').selectAll().where('w.is_active', '=', true).where(isValid(now)).execute();
}

/** All webhooks with what waits, and their deliveries in each of the last hours. */
export async function listWebhooks({ db, clock }: Context): Promise<Webhook[]> {
  const now = clock.now();
  const rows = await db
    .selectFrom('webhooks as w')
    .leftJoin('users as u', 'u.id', 'w.set_up_by')
    .selectAll('w')
    .select(['u.name as maker', isValid(now).as('is_valid')])
    .select((is) =>
      is
        .selectFrom('webhook_deliveries as d')
        .whereRef('d.webhook_id', '=', 'w.id')
        .where('d.state', '<>', 'delivered')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('waiting'),
    )
    .orderBy('w.created_at')
    .execute();
  const hours = await countByHour(db, now);
  return rows.map((row) => ({
    webhookId: row.id,
    url: row.url,
    events: row.events,
    isActive: row.is_active,
    setUpBy: row.maker,
    setUpAt: row.set_up_at.toISOString(),
    isValid: row.is_valid,
    failingSince: row.failing_since?.toISOString() ?? null,
    switchedOff: row.switched_off,
    waiting: row.waiting ?? 0,
    hours: Array.from({ length: HOURS }, (_, at) => hours.get(`${row.id} ${at}`) ?? { delivered: 0, failed: 0 }),
  }));
}

const HOURS = 24;
const HOUR_MS = 3_600_000;

async function countByHour(db: Db, now: Date): Promise<Map<string, Webhook['hours'][number]>> {
  const from = new Date((Math.floor(now.getTime() / HOUR_MS) - HOURS + 1) * HOUR_MS);
  const { rows } = await sql<{ key: string; delivered: number; failed: number }>`
    select webhook_id || ' ' || floor(extract(epoch from at - ${from}::timestamptz) / 3600) as key,
      count(*) filter (where state = 'delivered')::int as delivered,
      count(*) filter (where state <> 'delivered')::int as failed
    from webhook_deliveries where at >= ${from} group by 1
  `.execute(db);
  return new Map(rows.map(({ key, ...counts }) => [key, counts]));
}

/** A limited key could otherwise read through a webhook what it may not read itself. */
function requireFullRights(actor: Actor): void {
  if (actor.kind === 'machine' && actor.isLimited) {
    throw refuse('permission-denied', say`A limited API key cannot set up webhooks.`);
  }
}

const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;

/** Adds or changes a webhook. The person who saves it answers for it. Saving an active one ends its failures. */
export async function saveWebhook(
  context: Context,
  tx: Tx,
  by: Author,
  { webhookId, url, events, isActive }: ValidatedInput<'saveWebhook'>['body'],
): Promise<{ webhookId: string; secret: string | null }> {
  requireFullRights(by.actor);
  const now = context.clock.now();
  const values = {
    url: new URL(url).href,
    events: [...new Set(events)],
    is_active: isActive,
    set_up_by: await responsibleUserId(tx, by.actor),
    set_up_key: keyIdOf(by.actor),
    set_up_at: now,
    failing_since: isActive ? null : undefined,
    switched_off: isActive ? null : undefined,
  };
  const after = { url: values.url, events: values.events, isActive };
  if (!webhookId) {
    const id = context.ids.uuid();
    const secret = newSecret();
    await insertRow(tx, 'webhooks', { ...values, id, secret, created_at: now });
    await recordAuditEntry(tx, { at: now, ...by }, 'add-webhook', ['webhook', id], { after });
    return { webhookId: id, secret };
  }
  const { url: oldUrl, events: oldEvents, is_active: wasActive } = await lockWebhook(tx, webhookId);
  await tx.updateTable('webhooks').set(values).where('id', '=', webhookId).execute();
  const before = { url: oldUrl, events: oldEvents, isActive: wasActive };
  await recordAuditEntry(tx, { at: now, ...by }, 'update-webhook', ['webhook', webhookId], { before, after });
  return { webhookId, secret: null };
}

function lockWebhook(tx: Tx, webhookId: string): Promise<Row<'webhooks'>> {
  return tx
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', webhookId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => refuse('not-found', say`This webhook does not exist.`));
}

/** Makes a new secret. The previous one signs too for a time, so that a receiver loses no delivery when it changes. */
export async function rotateSecret(context: Context, tx: Tx, by: Author, webhookId: string) {
  requireFullRights(by.actor);
  const { secret: previous } = await lockWebhook(tx, webhookId);
  const now = context.clock.now();
  const secret = newSecret();
  const until = new Date(now.getTime() + WEBHOOK_SECRET_OVERLAP_MS);
  await updateRow(tx, 'webhooks', webhookId, { secret, previous_secret: previous, previous_until: until });
  await recordAuditEntry(tx, { at: now, ...by }, 'rotate-webhook-secret', ['webhook', webhookId], {});
  return { secret, previousUntil: until.toISOString() };
}

export async function removeWebhook(context: Context, tx: Tx, by: Author, webhookId: string): Promise<void> {
  const { url } = await lockWebhook(tx, webhookId);
  await tx.deleteFrom('webhooks').where('id', '=', webhookId).execute();
  const now = context.clock.now();
  await recordAuditEntry(tx, { at: now, ...by }, 'remove-webhook', ['webhook', webhookId], { before: { url } });
}
