import { refuse } from '@tiffin/domain/core';
import { checkCategoryDeletion } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { announceCategories } from './categories.ts';

/** Deletes a category that no dish of any location stands in. */
export async function deleteCategory(
  context: Context,
  tx: Tx,
  actor: Actor,
  from: From | null,
  id: string,
): Promise<void> {
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
    throw refuse(code, `This category is in use by ${count} ${count === 1 ? 'item' : 'items'}.`, { count });
  }
  await tx.deleteFrom('menu_categories').where('id', '=', id).execute();
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
