import { refuse } from '@tiffin/domain/core';
import { categoryName, DEFAULT_CATEGORIES, newCategory } from '@tiffin/domain/menu';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';

/** The seven every restaurant starts with. */
export async function addDefaultCategories(tx: Tx): Promise<void> {
  await tx
    .insertInto('menu_categories')
    .values(DEFAULT_CATEGORIES.map((id, position) => ({ id, name: categoryName(id), is_default: true, position })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function addCategory(_context: Context, tx: Tx, name: string): Promise<string> {
  const rows = await tx.selectFrom('menu_categories').select(['id', 'position']).forUpdate().execute();
  const id = newCategory(
    name,
    rows.map((row) => row.id),
  );
  if (!id.ok) throw refuse(id.error.code, id.error.message);
  await tx
    .insertInto('menu_categories')
    .values({
      id: id.value,
      name: categoryName(id.value),
      is_default: false,
      position: Math.max(0, ...rows.map((row) => row.position)) + 1,
    })
    .execute();
  return id.value;
}
