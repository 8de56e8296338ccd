import { sql } from 'kysely';
import type { Db } from '../platform/db/connection.ts';
import { reactions } from '../reactions.ts';

/** Work that still follows from answered requests. All zero when idle. */
export interface UnsettledMoney {
  /** Events that a reaction has not read. */
  readonly events: number;
  /** Paid payment pages of which the server has no event. */
  readonly payments: number;
  /** Card refunds without a result from the provider. */
  readonly refunds: number;
}

export async function findUnsettledMoney(db: Db): Promise<UnsettledMoney> {
  let events = 0;
  for (const { name, types } of reactions) {
    const { rows } = await sql<{ unread: number }>`
      select count(*)::int as unread from events e
      where e.type = any(${types}) and not exists (
        select from event_readers r where r.name = ${name} and (e.transaction, e.id) <= (r.transaction, r.id))
    `.execute(db);
    events += rows[0]?.unread ?? 0;
  }
  const { rows } = await sql<{ payments: number; refunds: number }>`
    select (select count(*) from payment_sessions s join sandbox_sessions b on b.reference = s.id
            where s.status = 'open' and b.status = 'paid')::int as payments,
           (select count(*) from refunds where status = 'requested' and method = 'card')::int as refunds
  `.execute(db);
  return { events, payments: rows[0]?.payments ?? 0, refunds: rows[0]?.refunds ?? 0 };
}
