import { refuse } from '@tiffin/domain/core';
import { checkSendRate, SEND_COOLDOWN_MS } from '@tiffin/domain/messages';
import type { Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';
import { whoColumns } from '../audit/record-change.ts';

/** One send a second by one hand, whichever copy of the server it reaches; refuses with how long to wait. */
export async function takeSendSlot(tx: Tx, actor: Actor, now: Date): Promise<void> {
  const { actor_kind: kind, actor_id: id } = whoColumns(actor);
  const key = `send-email:${kind}:${id ?? ''}`;
  const free = new Date(now.getTime() - SEND_COOLDOWN_MS);
  const { rows } = await sql`
    insert into rate_limits as r (key, count, window_started_at) values (${key}, 1, ${now})
    on conflict (key) do update set window_started_at = excluded.window_started_at
    where r.window_started_at <= ${free}
    returning key
  `.execute(tx);
  if (rows.length > 0) return;
  const last = await tx
    .selectFrom('rate_limits')
    .select('window_started_at')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  const rate = checkSendRate(last.window_started_at.getTime(), now.getTime());
  if (!rate.ok) throw refuse(rate.error.code, rate.error.message, { ...rate.error.details, retryAfter: 1 });
}
