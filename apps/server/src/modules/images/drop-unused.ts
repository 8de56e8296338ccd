import { sql } from 'kysely';
import type { Tx } from '../../db/connection.ts';

/** Deletes a photo unless a dish shows it, somebody is just putting it on one, or the house keeps it. */
export async function dropUnused(tx: Tx, urls: readonly string[]): Promise<number> {
  if (urls.length === 0) return 0;
  const { numAffectedRows } = await sql`
    delete from images where id in (
      select id from images i
      where i.url in (${sql.join(urls)}) and not i.is_kept and not exists (select from menu_items m where m.image = i.url)
      for update skip locked
    )
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}
