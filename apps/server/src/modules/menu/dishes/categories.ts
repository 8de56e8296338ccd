import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { valueOrThrow, refuse, say } from '@tiffin/domain/core';
import { menusWithoutAccess } from '@tiffin/domain/people';
import {
  categoryName,
  checkCategoryDeletion,
  checkNewCategory,
  checkCategoryRename,
  reorderEntries,
} from '@tiffin/domain/menu';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { announceMenu, lockMenus } from './lock-menu.ts';

type CategoryAnswer = ResponseOf<'getCategories'>['categories'][number];

/** All categories in menu order, each with its number of dishes over all locations. */
export async function readCategories(db: Db | Tx): Promise<CategoryAnswer[]> {
  const rows = await db
    .selectFrom('menu_categories as c')
    .leftJoin('menu_items as m', 'm.category', 'c.id')
    .select(({ fn }) => ['c.id', 'c.name', 'c.is_default', 'c.position', fn.count<number>('m.id').as('used')])
    .groupBy('c.id')
    .orderBy('c.position')
    .orderBy('c.id')
    .execute();
  return rows.map(({ is_default: isDefault, ...row }) => ({ ...row, isDefault }));
}

/** Categories are part of every menu, so every open menu reloads them. */
export async function announceCategories(context: Context, tx: Tx): Promise<void> {
  await context.events.append(tx, {
    type: 'menu.changed',
    locationId: null,
    at: context.clock.now(),
    data: { change: 'categories', itemIds: [] },
  });
}

/** Adds a category to all menus. Guests see it once it contains a dish. */
export async function addCategory(context: Context, tx: Tx, by: Author, name: string): Promise<CategoryAnswer> {
  const rows = await tx.selectFrom('menu_categories').select(['id', 'name', 'position']).execute();
  const id = checkNewCategory(name, rows);
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
  // Another request added it at the same moment.
  if (!added) throw refuse('already-exists', say`Category already exists`);
  const now = context.clock.now();
  await recordAuditEntry(tx, { at: now, ...by }, 'add-category', ['category', category.id], { after: category });
  await announceCategories(context, tx);
  return { ...category, isDefault: false, used: 0 };
}

/** Renames a category on every menu. Its id and earlier names still find it. */
export async function renameCategory(
  context: Context,
  tx: Tx,
  by: Author,
  { categoryId: id, name: newName, was }: ValidatedInput<'renameCategory'>['body'],
): Promise<void> {
  const menus = await lockMenus(tx);
  const rows = await tx.selectFrom('menu_categories').selectAll().orderBy('id').forNoKeyUpdate().execute();
  const name = valueOrThrow(checkCategoryRename(id, newName, rows));
  const present = rows.find((row) => row.id === id);
  if (!present || present.name === name) return;
  if (was !== undefined && was !== present.name) {
    throw refuse('conflict', say`It is now called “${present.name}”. Please check again.`);
  }
  const earlier = [...new Set([...present.earlier_names, present.name])].filter((each) => each !== name);
  await tx.updateTable('menu_categories').set({ name, earlier_names: earlier }).where('id', '=', id).execute();
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'rename-category', ['category', id], {
    before: { name: present.name },
    after: { name },
  });
  for (const menu of menus) await announceMenu(context, tx, menu, 'categories', []);
}

/**
 * Deletes a category without dishes at any location. It belongs to every menu and to shared dishes, so it needs the right
 * to edit every menu.
 */
export async function deleteCategory(context: Context, tx: Tx, by: Author, id: string): Promise<void> {
  // Lock order: menus before categories and shared dishes.
  const menus = await lockMenus(tx);
  const rows = await tx.selectFrom('menu_categories').selectAll().orderBy('id').forUpdate().execute();
  if (menusWithoutAccess(by.actor, menus).length > 0) {
    throw refuse('permission-denied', say`This category belongs to the menus of all locations. Please ask an admin.`);
  }
  const { count } = await tx
    .selectFrom('menu_items')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('category', '=', id)
    .executeTakeFirstOrThrow();
  const categories = rows.map((row) => ({ id: row.id, isDefault: row.is_default }));
  const may = checkCategoryDeletion(id, categories, count);
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
  // If every location moved a shared dish to another category, the shared dish follows the first of them.
  await sql`
    update chain_dishes c set category = m.category, version = c.version + 1
    from (select distinct on (chain_id) chain_id, category from menu_items order by chain_id, location_id) m
    where m.chain_id = c.id and c.category = ${id}
  `.execute(tx);
  const now = context.clock.now();
  const before = rows.find((row) => row.id === id) ?? null;
  await recordAuditEntry(tx, { at: now, ...by }, 'delete-category', ['category', id], { before });
  await announceCategories(context, tx);
}

/** Puts the categories of all menus into this order; one added in the meantime keeps its position. */
export async function reorderCategories(context: Context, tx: Tx, by: Author, categoryIds: readonly string[]) {
  const menus = await lockMenus(tx);
  const present = await tx.selectFrom('menu_categories').select(['id', 'position']).orderBy('id').forUpdate().execute();
  const before = present.toSorted((a, b) => a.position - b.position).map((row) => row.id);
  const after = reorderEntries(before, categoryIds);
  if (after.every((id, index) => id === before[index])) return;
  await sql`
    update menu_categories set position = named.position
    from unnest(${after}::text[]) with ordinality as named (id, position)
    where menu_categories.id = named.id
  `.execute(tx);
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'reorder-categories', ['category', 'all'], {
    before: { categoryIds: before },
    after: { categoryIds: after },
  });
  for (const menu of menus) await announceMenu(context, tx, menu, 'categories', []);
}
