import type { ValidatedInput, ResponseOf } from '@tiffin/contract';
import { valueOrThrow, refuse, say, sayNow } from '@tiffin/domain/core';
import { isSoldOut, resolveSoldOutEnd } from '@tiffin/domain/menu';
import { HEAT_GROUP } from '@tiffin/domain/options';
import type { Context, Tx, Db } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { readOptionGroups } from '../options/dish-groups.ts';
import { soldOutUntilOf, type MenuItemRow } from '../dishes/item-answer.ts';
import {
  announceMenu,
  lockMenuItem,
  lockMenu,
  readMenuVersion,
  readMenuItems,
  writeMenuItem,
} from '../dishes/lock-menu.ts';
import type { LocationMenu } from '../dishes/location-menu.ts';
import { dishesWithGroups, menusWithGroup } from '../options/option-groups.ts';
import { lockOptionGroups } from '../options/location-groups.ts';

/**
 * Marks a dish as sold out until a given time, or as available again. This does not count as an edit, so it never
 * conflicts with one.
 */
export async function markSoldOut(
  context: Context,
  tx: Tx,
  by: Author,
  { location, hours }: LocationMenu,
  { itemId, until: requested }: ValidatedInput<'markSoldOut'>['body'],
): Promise<{ row: MenuItemRow; version: number }> {
  const now = context.clock.now();
  const menu = await lockMenu(tx, location.id);
  const present = await lockMenuItem(tx, location.id, itemId);
  const until = soldOutEnd(requested, { location, hours }, now);
  const earlier = soldOutUntilOf(present);
  const isSame = until === null ? !isSoldOut(earlier, now) : until.getTime() === earlier?.getTime();
  if (isSame) return { row: present, version: await readMenuVersion(tx, location.id) };
  const row = await writeMenuItem(tx, present, { sold_out_until: until, updated_at: now });
  await recordAuditEntry(tx, { at: now, ...by }, saleAction(until), ['menu-item', `${location.id}/${itemId}`], {
    locationId: location.id,
    before: { soldOutUntil: isSoldOut(earlier, now) ? earlier : null },
    after: { soldOutUntil: until },
  });
  return { row, version: await announceMenu(context, tx, menu, 'availability', [itemId], [row]) };
}

function soldOutEnd(
  requested: ValidatedInput<'markSoldOut'>['body']['until'],
  { location, hours }: Pick<LocationMenu, 'location' | 'hours'>,
  now: Date,
): Date | null {
  if (requested === null) return null;
  const openingHours = hours.ok ? hours.value : null;
  return valueOrThrow(resolveSoldOutEnd(requested, { now, zone: location.time_zone, hours: openingHours }));
}

type OptionSoldOutInput = ValidatedInput<'markOptionSoldOut'>['body'];
type OptionSoldOutAnswer = ResponseOf<'markOptionSoldOut'>;

/**
 * Marks an option as sold out at a location until a given time, or as available again. The shared group does not
 * change, so this never conflicts with an edit.
 */
export async function markOptionSoldOut(
  context: Context,
  tx: Tx,
  by: Author,
  { location, hours }: LocationMenu,
  { groupId, optionId, until: requested }: OptionSoldOutInput,
): Promise<OptionSoldOutAnswer> {
  const now = context.clock.now();
  // Lock order: groups before the menu. The mark refers to its group and waits for edits of it.
  await lockOptionGroups(tx);
  const menu = await lockMenu(tx, location.id);
  const itemIds = (await menusWithGroup(tx, groupId)).get(location.id) ?? [];
  const option = (await readOptionGroups(tx)).get(groupId)?.options.find(({ id }) => id === optionId);
  if (!option || itemIds.length === 0) throw refuse('not-found', say`No dish of this menu has this option.`);
  const until = soldOutEnd(requested, { location, hours }, now);
  const marks = await readSoldOutOptions(tx, location.id);
  const mark = marks.find((each) => each.group_id === groupId && each.option_id === optionId);
  const earlier = mark?.sold_out_until ?? null;
  const isSame = until === null ? !isSoldOut(earlier, now) : until.getTime() === earlier?.getTime();
  if (!isSame) {
    const key = { location_id: location.id, group_id: groupId, option_id: optionId };
    await tx
      .deleteFrom('sold_out_options')
      .where((eb) => eb.and(key))
      .execute();
    if (until)
      await tx
        .insertInto('sold_out_options')
        .values({ ...key, sold_out_until: until })
        .execute();
    const id = `${location.id}/${groupId}/${optionId}`;
    await recordAuditEntry(tx, { at: now, ...by }, saleAction(until), ['option', id], {
      locationId: location.id,
      before: { soldOutUntil: isSoldOut(earlier, now) ? earlier : null },
      after: { soldOutUntil: until },
    });
  }
  const rows = isSame ? [] : await readMenuItems(tx, location.id, itemIds);
  const version = isSame
    ? await readMenuVersion(tx, location.id)
    : await announceMenu(context, tx, menu, 'availability', itemIds, rows);
  const answer = (await readOptionStock(tx, location.id, now)).find(
    (each) => each.groupId === groupId && each.id === optionId,
  );
  if (!answer) throw refuse('not-found');
  return { option: answer, version };
}

function readSoldOutOptions(db: Db | Tx, locationId: string) {
  return db.selectFrom('sold_out_options').selectAll().where('location_id', '=', locationId).execute();
}

/** The options of a location's dishes for the kitchen, by group. */
export async function readOptionStock(db: Db | Tx, locationId: string, now: Date) {
  const rows = await db
    .selectFrom('group_options as o')
    .innerJoin('option_groups as g', 'g.id', 'o.group_id')
    .leftJoin('sold_out_options as s', (join) =>
      join
        .onRef('s.group_id', '=', 'o.group_id')
        .onRef('s.option_id', '=', 'o.id')
        .on('s.location_id', '=', locationId),
    )
    .select(['o.group_id', 'g.name as group_name', 'o.id', 'o.name', 's.sold_out_until'])
    // Options that are parts of a combo use the availability of their dish.
    .where('o.dish_id', 'is', null)
    .where(({ or, exists, selectFrom }) => {
      const groupsOfDishes = selectFrom(dishesWithGroups.as('d'))
        .select('d.item_id')
        .where('d.location_id', '=', locationId);
      return or([
        exists(groupsOfDishes.whereRef('d.group_id', '=', 'o.group_id')),
        exists(
          groupsOfDishes
            .innerJoin('group_options as opener', 'opener.group_id', 'd.group_id')
            .whereRef('opener.opens_group_id', '=', 'o.group_id'),
        ),
      ]);
    })
    .orderBy('g.name')
    .orderBy('o.position')
    .execute();
  return rows.map(({ group_id: groupId, group_name, id, name: optionName, sold_out_until: until }) => {
    const soldOut = isSoldOut(until, now);
    // The names of heat levels are texts of the product.
    const [groupName, name] =
      groupId === HEAT_GROUP ? [sayNow(group_name), sayNow(optionName)] : [group_name, optionName];
    return { groupId, groupName, id, name, soldOut, soldOutUntil: soldOut ? (until?.toISOString() ?? null) : null };
  });
}

/** The name of the action in the audit log. */
function saleAction(until: Date | null): string {
  return until ? 'mark-sold-out' : 'put-back-on-sale';
}
