import { refuse, say } from '@tiffin/domain/core';
import { checkCategoryDeletion } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { announceCategories } from './categories.ts';
import { lockMenus } from './lock-menu.ts';

/** Deletes a category that no dish of any location stands in. */
export async function deleteCategory(
  context: Context,
  tx: Tx,
  actor: Actor,
  from: From | null,
  id: string,
): Promise<void> {
  // Menus before categories and dishes of the chain, as everybody takes them.
  await lockMenus(tx);
  const rows = await tx.selectFrom('menu_categories').selectAll().orderBy('id').forUpdate().execute();
  const { count } = await tx
    .selectFrom('menu_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('category', '=', id)
    .executeTakeFirstOrThrow();
  const may = checkCategoryDeletion(
    id,
    rows.map((row) => ({ id: row.id, isDefault: row.is_default })),
    count,
  );
  if (!may.ok) {
    const { code, message } = may.error;
    if (code !== 'category-in-use') throw refuse(code, message);
    throw refuse(
      code,
      count === 1 ? say`This category is in use by 1 item.` : say`This category is in use by ${count} items.`,
      { count },
    );
  }
  await tx.deleteFrom('menu_categories').where('id', '=', id).execute();
  // Where every place moved a dish of all places out of it, that one stands where the first of them put it.
  await sql`
    update chain_dishes c set category = m.category, version = c.version + 1
    from (select distinct on (chain_id) chain_id, category from menu_items order by chain_id, location_id) m
    where m.chain_id = c.id and c.category = ${id}
  `.execute(tx);
  const now = context.clock.now();
  const before = rows.find((row) => row.id === id) ?? null;
  await recordChange(tx, {
    at: now,
    actor,
    action: 'delete-category',
    subject: { kind: 'category', id },
    before,
    from,
  });
  await announceCategories(context, tx);
}
