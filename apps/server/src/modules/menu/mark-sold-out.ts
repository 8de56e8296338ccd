import type { UnderstoodOf, AnswerOf } from '@tiffin/contract';
import type {
  markSoldOut as markSoldOutCall,
  markOptionSoldOut as markOptionSoldOutCall,
} from '@tiffin/contract/stock';
import { orRefuse, refuse, say, sayNow } from '@tiffin/domain/core';
import { isSoldOut, soldOutUntil } from '@tiffin/domain/menu';
import { HEAT_GROUP } from '@tiffin/domain/options';
import type { Context } from '../../context.ts';
import type { Tx, Db } from '../../platform/db/connection.ts';
import { recordChange, type By } from '../audit/record-change.ts';
import { readGroups } from './dish-groups.ts';
import { soldOutUntilOf, type MenuItemRow } from './item-answer.ts';
import { announceMenu, lockItem, lockMenu, menuVersion, readItems, writeItem } from './lock-menu.ts';
import type { MenuAt } from './menu-at.ts';
import { dishesWithGroups, menusWith } from './option-groups.ts';
import { lockGroups } from './place-groups.ts';

type SoldOutWished = UnderstoodOf<typeof markSoldOutCall>['body'];

/**
 * Says that a dish ran out and for how long, or puts it back. It is no edit of the dish: nothing of what a manager is
 * writing at this moment changes.
 */
export async function markSoldOut(
  context: Context,
  tx: Tx,
  by: By,
  { location, hours }: MenuAt,
  { itemId, until: wish }: SoldOutWished,
): Promise<{ row: MenuItemRow; version: number }> {
  const now = context.clock.now();
  const menu = await lockMenu(tx, location.id);
  const present = await lockItem(tx, location.id, itemId);
  const until =
    wish !== null
      ? orRefuse(soldOutUntil(wish, { now, zone: location.time_zone, hours: hours.ok ? hours.value : null }))
      : null;
  const was = soldOutUntilOf(present);
  const isSame = until === null ? !isSoldOut(was, now) : until.getTime() === was?.getTime();
  if (isSame) return { row: present, version: await menuVersion(tx, location.id) };
  const row = await writeItem(tx, present, { sold_out_until: until, updated_at: now });
  await recordChange(tx, {
    at: now,
    ...by,
    action: until ? 'mark-sold-out' : 'put-back-on-sale',
    subject: { kind: 'menu-item', id: `${location.id}/${itemId}` },
    locationId: location.id,
    before: { soldOutUntil: isSoldOut(was, now) ? was : null },
    after: { soldOutUntil: until },
  });
  return {
    row,
    version: await announceMenu(context, tx, menu, 'availability', [itemId], [row]),
  };
}

type Wanted = UnderstoodOf<typeof markOptionSoldOutCall>['body'];
type Answer = AnswerOf<typeof markOptionSoldOutCall>;

/**
 * Says that an option ran out at a place and for how long, or that it is there again. Its group stays what it is, for
 * the chain and for whoever is writing at it.
 */
export async function markOptionSoldOut(
  context: Context,
  tx: Tx,
  by: By,
  { location, hours }: MenuAt,
  { groupId, optionId, until: wish }: Wanted,
): Promise<Answer> {
  const now = context.clock.now();
  // Before the menu, as everybody takes the two: the mark names its group, and waits for whoever writes at that.
  await lockGroups(tx);
  const menu = await lockMenu(tx, location.id);
  const itemIds = (await menusWith(tx, groupId)).get(location.id) ?? [];
  const option = (await readGroups(tx)).get(groupId)?.options.find(({ id }) => id === optionId);
  if (!option || itemIds.length === 0) throw refuse('not-found', say`No dish of this menu has this option.`);
  const until =
    wish === null
      ? null
      : orRefuse(soldOutUntil(wish, { now, zone: location.time_zone, hours: hours.ok ? hours.value : null }));
  const marks = await readSoldOutOptions(tx, location.id);
  const was = marks.find((mark) => mark.group_id === groupId && mark.option_id === optionId)?.sold_out_until ?? null;
  const isSame = until === null ? !isSoldOut(was, now) : until.getTime() === was?.getTime();
  if (!isSame) {
    const place = { location_id: location.id, group_id: groupId, option_id: optionId };
    await tx
      .deleteFrom('sold_out_options')
      .where((eb) => eb.and(place))
      .execute();
    if (until)
      await tx
        .insertInto('sold_out_options')
        .values({ ...place, sold_out_until: until })
        .execute();
    await recordChange(tx, {
      at: now,
      ...by,
      action: until ? 'mark-sold-out' : 'put-back-on-sale',
      subject: { kind: 'option', id: `${location.id}/${groupId}/${optionId}` },
      locationId: location.id,
      before: { soldOutUntil: isSoldOut(was, now) ? was : null },
      after: { soldOutUntil: until },
    });
  }
  const rows = isSame ? [] : await readItems(tx, location.id, itemIds);
  const version = isSame
    ? await menuVersion(tx, location.id)
    : await announceMenu(context, tx, menu, 'availability', itemIds, rows);
  const told = (await readOptionStock(tx, location.id, now)).find(
    (each) => each.groupId === groupId && each.id === optionId,
  );
  if (!told) throw refuse('not-found');
  return { option: told, version };
}

function readSoldOutOptions(db: Db | Tx, locationId: string) {
  return db.selectFrom('sold_out_options').selectAll().where('location_id', '=', locationId).execute();
}

/** The options of a location's dishes as whoever cooks them sees them, by group. */
export async function readOptionStock(db: Db | Tx, locationId: string, now: Date): Promise<Answer['option'][]> {
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
    // Of a part of a combo its dish says whether there is some.
    .where('o.dish_id', 'is', null)
    .where(({ or, exists, selectFrom }) => {
      const placed = selectFrom(dishesWithGroups.as('d')).select('d.item_id').where('d.location_id', '=', locationId);
      return or([
        exists(placed.whereRef('d.group_id', '=', 'o.group_id')),
        exists(
          placed
            .innerJoin('group_options as opener', 'opener.group_id', 'd.group_id')
            .whereRef('opener.opens_group_id', '=', 'o.group_id'),
        ),
      ]);
    })
    .orderBy('g.name')
    .orderBy('o.position')
    .execute();
  return rows.map(({ group_id: groupId, group_name: of, id, name: called, sold_out_until: until }) => {
    const soldOut = isSoldOut(until, now);
    const [groupName, name] = groupId === HEAT_GROUP ? [sayNow(of), sayNow(called)] : [of, called];
    return { groupId, groupName, id, name, soldOut, soldOutUntil: soldOut ? (until?.toISOString() ?? null) : null };
  });
}
