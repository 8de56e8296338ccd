import { isDeepStrictEqual } from 'node:util';
import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { emailImageProblem } from '@tiffin/domain/messages';
import { userIdOf, type Actor } from '@tiffin/domain/people';
import { nextCoinProblem } from '@tiffin/domain/restaurant';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { actorColumns } from '../../log/audit-row.ts';
import { diffForAudit, recordAuditEntry } from '../../log/record-audit-entries.ts';
import { keepImage, storeImage, type StoredImage } from '../../images/store-image.ts';
import { readLocations } from '../queries.ts';
import { todayAt } from '../scope.ts';
import { lockSite, readSite, writeSite, type SiteSettings } from './site.ts';

type SettingsAnswer = ResponseOf<'updateSettings'>['settings'];
type SettingsInput = ValidatedInput<'updateSettings'>['body'];

/** The settings for the back office, with the time of the last save. */
export async function readSettings(db: Db | Tx): Promise<SettingsAnswer> {
  const row = await db.selectFrom('settings').select('updated_at').where('key', '=', 'site').executeTakeFirst();
  return { ...(await readSite(db)), updatedAt: row?.updated_at.toISOString() ?? null };
}

/** Refuses a change of currency once there is an order: existing amounts would get another meaning. */
async function refuseCurrencyChange(tx: Tx, is: SiteSettings, next: SiteSettings): Promise<void> {
  const field = is.currency === next.currency ? (is.coin === next.coin ? null : 'coin') : 'currency';
  if (field === null) return;
  // Waits for orders being placed and blocks new ones until this is committed.
  await sql`lock table orders, payment_sessions in share row exclusive mode`.execute(tx);
  const order = await tx.selectFrom('orders').select('id').limit(1).executeTakeFirst();
  const orderOrSession = order ?? (await tx.selectFrom('payment_sessions').select('id').limit(1).executeTakeFirst());
  if (orderOrSession) {
    throw refuse(
      'failed-precondition',
      say`This restaurant already has orders in ${is.currency}. The currency can no longer be changed, and the smallest coin only from a coming day on.`,
      { field: `settings.${field}` },
    );
  }
}

/** Refuses a change of the smallest coin that is not for a coming day. A planned one may stay as it is. */
async function refuseNextCoin(tx: Tx, is: SiteSettings, next: SiteSettings, now: Date): Promise<void> {
  if (next.nextCoin === null || isDeepStrictEqual(is.nextCoin, next.nextCoin)) return;
  const { today } = todayAt(await readLocations(tx), now);
  const problem = nextCoinProblem(next.nextCoin, next, today);
  if (problem !== null) throw refuse('invalid-argument', problem, { field: 'settings.nextCoin' });
}

async function locationExists(tx: Tx, id: string): Promise<boolean> {
  return (await tx.selectFrom('locations').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}

/** Saves the settings. Refuses with the current ones if someone else saved in the meantime. */
export function updateSettings(
  context: Context,
  actor: Actor,
  from: RequestOrigin,
  input: SettingsInput,
): Promise<SettingsAnswer> {
  return transaction(context.db, async (tx) => {
    const now = context.clock.now();
    const { site, updatedAt } = await lockSite(tx);
    if (input.updatedAt !== undefined && input.updatedAt !== (updatedAt?.toISOString() ?? null)) {
      throw refuse('conflict', undefined, { settings: await readSettings(tx) });
    }
    const { defaultLocationId } = input.settings;
    if (defaultLocationId && !(await locationExists(tx, defaultLocationId))) {
      throw refuse('location-not-found', undefined, { field: 'settings.defaultLocationId' });
    }
    const next = { ...site, ...input.settings };
    await refuseCurrencyChange(tx, site, next);
    await refuseNextCoin(tx, site, next, now);
    const changed = diffForAudit(site, next);
    if (changed) {
      await writeSite(tx, next, now, userIdOf(actor));
      await recordAuditEntry(tx, { at: now, actor, from }, 'update-settings', ['settings', 'site'], changed);
      await context.events.append(tx, { type: 'site.changed', locationId: null, at: now, data: {} });
    }
    return readSettings(tx);
  });
}

/** A picture for mails or the logo: re-encoded like a dish's and never cleaned up. */
export async function storeBrandImage(context: Context, actor: Actor, file: File): Promise<StoredImage> {
  const problem = emailImageProblem(file.size);
  if (problem) throw refuse('image-too-large', problem);
  if (file.size === 0) throw refuse('invalid-argument', say`No file selected`);
  const by = actorColumns(actor).actor_id;
  const image = await storeImage(context, Buffer.from(await file.arrayBuffer()), { by });
  await keepImage(context, image.url);
  return { url: image.url, type: image.type };
}
