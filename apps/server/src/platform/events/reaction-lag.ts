import { sql } from 'kysely';
import type { Db } from '../db/connection.ts';
import type { Reaction } from './reactions.ts';

/** How many seconds the oldest event waits for a reaction. */
export async function readReactionLag(db: Db, now: Date, reactions: readonly Pick<Reaction, 'name' | 'types'>[]) {
  const list = JSON.stringify(reactions.map(({ name, types }) => ({ name, types })));
  const { rows } = await sql<{ lag: number }>`
    select coalesce(max(extract(epoch from ${now}::timestamptz - waiting.at)), 0)::float8 as lag
    from jsonb_to_recordset(${list}::jsonb) as reaction (name text, types text[])
    left join event_readers reader on reader.name = reaction.name
    cross join lateral (
      select e.at from events e
      where (e.transaction, e.id) > (coalesce(reader.transaction, '0'::xid8), coalesce(reader.id, 0))
        and e.type = any (reaction.types)
      order by e.transaction, e.id
      limit 1
    ) waiting
  `.execute(db);
  return Math.max(0, Math.round(rows[0]?.lag ?? 0));
}
