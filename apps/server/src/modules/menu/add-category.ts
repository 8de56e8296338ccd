import { refuse, say } from '@tiffin/domain/core';
import { categoryName, newCategory } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { announceCategories, type CategoryAnswer } from './categories.ts';

/** A category for all menus of the chain; guests see it once a dish stands in it. */
export async function addCategory(
  context: Context,
  tx: Tx,
  actor: Actor,
  from: From | null,
  name: string,
): Promise<CategoryAnswer> {
  const rows = await tx.selectFrom('menu_categories').select(['id', 'name', 'position']).execute();
  const id = newCategory(name, rows);
  if (!id.ok) throw refuse(id.error.code, id.error.message);
  const category = {
    id: id.value,
    name: categoryName(id.value),
    position: Math.max(0, ...rows.map((row) => row.position)) + 1,
  };
  const added = await tx
    .insertInto('menu_categories')
    .values({ ...category, is_default: false })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  // Somebody added it at the same moment.
  if (!added) throw refuse('already-exists', say`Category already exists`);
  const now = context.clock.now();
  await recordChange(tx, {
    at: now,
    actor,
    action: 'add-category',
    subject: { kind: 'category', id: category.id },
    after: category,
    from,
  });
  await announceCategories(context, tx);
  return { ...category, isDefault: false, used: 0 };
}
