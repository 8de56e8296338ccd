import { SYSTEM_ACTOR } from '@tiffin/domain/people';
import { DEFAULT_COIN } from '@tiffin/domain/pricing';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { transaction } from '../../../platform/db/transaction.ts';
import { diffForAudit, recordAuditEntry } from '../../log/record-audit-entries.ts';
import { readLocations } from '../queries.ts';
import { todayAt } from '../scope.ts';
import { lockSite, readSite, writeSite } from './site.ts';

/**
 * The smallest coins of earlier days, and until when each applied. They are apart from the other settings, because a
 * copy of an older version that saves those would drop what it does not know.
 */
export const PAST_COINS = sql`(
  select (past ->> 'coin')::int as coin, (past ->> 'until')::timestamptz as until
  from settings, jsonb_array_elements(case when key = 'past-coins' then value else '[]'::jsonb end) past)`;

/** Changes the smallest coin when its business day has begun at all locations. */
export async function changeCoin(context: Context): Promise<void> {
  const now = context.clock.now();
  if ((await readSite(context.db)).nextCoin === null) return;
  const { today } = todayAt(await readLocations(context.db), now);
  await transaction(context.db, async (tx) => {
    const { site } = await lockSite(tx);
    if (site.nextCoin === null || today < site.nextCoin.from) return;
    const next = { ...site, coin: site.nextCoin.coin, nextCoin: null };
    await sql`
      insert into settings (key, value, updated_at)
      values ('past-coins', ${JSON.stringify([{ coin: site.coin, until: now }])}::jsonb, ${now})
      on conflict (key) do update set value = settings.value || excluded.value, updated_at = excluded.updated_at
    `.execute(tx);
    await writeSite(tx, next, now, null);
    const changes = diffForAudit(site, next) ?? {};
    await recordAuditEntry(
      tx,
      { at: now, actor: SYSTEM_ACTOR, from: null },
      'update-settings',
      ['settings', 'site'],
      changes,
    );
    await context.events.append(tx, { type: 'site.changed', locationId: null, at: now, data: {} });
  });
}

/** The smallest coin of the restaurant today. */
export const COIN_TODAY = sql<number>`coalesce((select (value ->> 'coin')::int from settings where key = 'site'), ${DEFAULT_COIN})`;

/** The smallest coin at a time, because what a device did without a connection arrives later; without a time, today's. */
export async function coinAt(db: Db | Tx, at: Date | null = null): Promise<number> {
  const { rows } = await sql<{ coin: number }>`
    select coalesce(
      (select coin from ${PAST_COINS} c where until > ${at}::timestamptz order by until limit 1), ${COIN_TODAY}) as coin
  `.execute(db);
  return rows[0]?.coin ?? DEFAULT_COIN;
}
