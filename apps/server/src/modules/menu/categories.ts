import type { AnswerOf } from '@tiffin/contract';
import type { getCategories } from '@tiffin/contract/menu-editor';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../db/connection.ts';

export type CategoryAnswer = AnswerOf<typeof getCategories>['categories'][number];

/** The chain's categories in the order of the menus, with how many dishes of all locations stand in each. */
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

/** Every menu has the categories: whoever shows one reads them anew. */
export async function announceCategories(context: Context, tx: Tx): Promise<void> {
  await context.events.append(tx, {
    type: 'menu.changed',
    locationId: null,
    at: context.clock.now(),
    data: { change: 'categories', itemIds: [] },
  });
}
