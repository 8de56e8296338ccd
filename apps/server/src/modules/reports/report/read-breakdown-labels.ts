import type { Db } from '../../../platform/db/connection.ts';
import type { BreakdownLabels } from './break-down-sales.ts';

/** The present names of categories, dishes and dayparts. What was deleted keeps the name it was sold by, or its id. */
export async function readBreakdownLabels(db: Db, locationIds: readonly string[]): Promise<BreakdownLabels> {
  const [categories, dishes, dayparts] = await Promise.all([
    db.selectFrom('menu_categories').select(['id', 'name']).execute(),
    db
      .selectFrom('menu_items')
      .select(['id', 'name'])
      .where('location_id', 'in', [...locationIds, ''])
      .execute(),
    db.selectFrom('dayparts').select(['id', 'name']).execute(),
  ]);
  return { categories: namesById(categories), dishes: namesById(dishes), dayparts: namesById(dayparts) };
}

function namesById(rows: readonly { readonly id: string; readonly name: string }[]): ReadonlyMap<string, string> {
  return new Map(rows.map(({ id, name }) => [id, name]));
}
