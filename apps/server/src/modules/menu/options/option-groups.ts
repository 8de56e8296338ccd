import type { ResponseOf } from '@tiffin/contract';
import { refuse, toDollars } from '@tiffin/domain/core';
import { HEAT_GROUP, groupInUseText } from '@tiffin/domain/options';
import { menusWithoutAccess, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { dollarsById, optionGroupOf, readOptionGroups, type DishGroupRow, type GroupRow } from './dish-groups.ts';
import { announceMenu, lockMenu, readMenuItems } from '../dishes/lock-menu.ts';

type EditedGroup = ResponseOf<'getOptionGroups'>['groups'][number];

/** SQL for the groups of dishes with their overrides. */
export const dishesWithGroups = sql<Omit<DishGroupRow, 'position' | 'size_prices'>>`(
  select location_id, item_id, group_id, min_units, max_units, included from dish_groups
  union all
  select location_id, id, ${sql.lit(HEAT_GROUP)}, null, null, null from menu_items where spice_level <> 'none'
)`;

type GroupUsage = Awaited<ReturnType<typeof readGroupUsage>>[number];

/** The dishes of all locations that have a group; the heat level group has every dish with a heat level. */
export async function readGroupUsage(db: Db | Tx, groupIds?: readonly string[]) {
  return db
    .selectFrom(dishesWithGroups.as('d'))
    .innerJoin('menu_items as m', (join) =>
      join.onRef('m.location_id', '=', 'd.location_id').onRef('m.id', '=', 'd.item_id'),
    )
    .innerJoin('locations as l', 'l.id', 'd.location_id')
    .select([
      'd.group_id',
      'd.location_id',
      'l.name as location_name',
      'd.item_id',
      'm.name',
      'd.min_units',
      'd.max_units',
      'd.included',
    ])
    .where('l.deleted_at', 'is', null)
    .$if(groupIds !== undefined, (query) => query.where('d.group_id', 'in', groupIds ?? []))
    .orderBy('d.location_id')
    .orderBy('d.item_id')
    .execute();
}

/** All groups for the back office. */
export async function readEditedGroups(db: Db | Tx, actor: Actor): Promise<EditedGroup[]> {
  const [groups, usage] = await Promise.all([readOptionGroups(db), readGroupUsage(db)]);
  return [...groups.values()].map((row) => {
    const blockers = blockingLocations(actor, row.id, groups, usage);
    return { ...editedGroupAnswer(row, usage), heldBy: blockers.length > 0 ? blockers : undefined };
  });
}

/**
 * The names of the locations that prevent the actor from editing a group: it is on their menus, which the actor may
 * not edit.
 */
export function blockingLocations(
  actor: Actor,
  groupId: string,
  groups: ReadonlyMap<string, GroupRow>,
  groupUsage: readonly GroupUsage[],
): string[] {
  const openers = [...groups.values()].filter(({ options }) => options.some((each) => each.opens_group_id === groupId));
  const ids = new Set([groupId, ...openers.map(({ id }) => id)]);
  const locations = groupUsage
    .filter(({ group_id: id }) => ids.has(id))
    .map((dish) => ({ locationId: dish.location_id, name: dish.location_name }));
  return [...new Set(menusWithoutAccess(actor, locations).map(({ name }) => name))];
}

/** Editing a group needs the right to edit every menu that shows it. */
export function requireGroupEditor(
  actor: Actor,
  group: GroupRow,
  groups: ReadonlyMap<string, GroupRow>,
  groupUsage: readonly GroupUsage[],
) {
  const blockers = blockingLocations(actor, group.id, groups, groupUsage);
  if (blockers.length > 0)
    throw refuse('permission-denied', groupInUseText(group.name, blockers), { heldBy: blockers });
}

/** A group for the editor, with the dishes that use it. */
export function editedGroupAnswer(row: GroupRow, groupUsage: readonly GroupUsage[]): EditedGroup {
  const { id, name, kind, min, max, included, eachExtra, isSize, options } = optionGroupOf(row);
  return {
    id,
    name,
    kitchenName: row.kitchen_name,
    kind,
    min,
    max,
    included,
    eachExtra: toDollars(eachExtra),
    isSize,
    options: options.map((option) => ({
      id: option.id,
      name: option.name,
      kitchenName: option.kitchenName ?? null,
      price: toDollars(option.price),
      pricesBySize: dollarsById(option.pricesBySize ?? {}),
      opensGroupId: option.opensGroupId ?? null,
      isDefault: option.isDefault,
      maxUnits: option.maxUnits,
      allergens: [...option.allergens],
      breaks: [...option.breaks],
      dishId: option.dishId ?? null,
    })),
    version: row.version,
    usedBy: groupUsage
      .filter((dish) => dish.group_id === id)
      .map((dish) => ({
        locationId: dish.location_id,
        locationName: dish.location_name,
        itemId: dish.item_id,
        name: dish.name,
      })),
  };
}

/** The menus that show a group with their dishes: those that have it, and those with a group that opens it. */
export async function menusWithGroup(tx: Tx, groupId: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const openers = await tx
    .selectFrom('group_options')
    .select('group_id')
    .where('opens_group_id', '=', groupId)
    .distinct()
    .execute();
  const used = await readGroupUsage(tx, [groupId, ...openers.map(({ group_id: id }) => id)]);
  const menus = Map.groupBy(used, (dish) => dish.location_id);
  const distinctIds = (dishes: typeof used) => [...new Set(dishes.map((dish) => dish.item_id))];
  return new Map([...menus].map(([locationId, dishes]) => [locationId, distinctIds(dishes)]));
}

/** Increments the version of those menus, locked in one order, and announces the change. */
export async function announceGroup(context: Context, tx: Tx, menus: ReadonlyMap<string, readonly string[]>) {
  for (const [locationId, itemIds] of menus) {
    const rows = await readMenuItems(tx, locationId, itemIds);
    await announceMenu(context, tx, await lockMenu(tx, locationId), 'updated', itemIds, rows);
  }
}
