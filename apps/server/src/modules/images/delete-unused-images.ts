import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';

/** Deletes photos unless a dish uses them, an edit is about to, or the restaurant keeps them. */
export async function deleteImagesIfUnused(tx: Tx, urls: readonly string[]): Promise<number> {
  if (urls.length === 0) return 0;
  const { numAffectedRows } = await sql`
    delete from images where id in (
      select id from images i
      where i.url in (${sql.join(urls)}) and not i.is_kept and not exists (select from menu_items m where m.image = i.url)
        and not exists (select from chain_dishes c where c.image = i.url)
      for update skip locked
    )
  `.execute(tx);
  return Number(numAffectedRows ?? 0);
}

const MIN_AGE_MS = 24 * 60 * 60_000;
const BATCH = 1_000;

/** Deletes old photos that no dish uses and unfinished uploads. */
export async function deleteUnusedImages({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - MIN_AGE_MS);
  await db.deleteFrom('image_uploads').where('created_at', '<', before).execute();
  await transaction(db, async (tx) => {
    const old = await tx
      .selectFrom('images')
      .select('url')
      .where('created_at', '<', before)
      .where('is_kept', '=', false)
      .limit(BATCH)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('menu_items').select('menu_items.id').whereRef('menu_items.image', '=', 'images.url'))),
      )
      .execute();
    const urls = old.map((image) => image.url);
    await deleteImagesIfUnused(tx, urls);
  });
}
