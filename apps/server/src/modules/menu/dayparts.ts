import type { AnswerOf, UnderstoodOf } from '@tiffin/contract';
import type {
  deleteDaypart as deleteDaypartCall,
  getDayparts,
  saveDaypart as saveDaypartCall,
} from '@tiffin/contract/dayparts';
import { freeSlug, refuse, say, slugOf } from '@tiffin/domain/core';
import { isAdmin, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Db, Tx } from '../../platform/db/connection.ts';
import { recordChange, type By } from '../audit/record-change.ts';
import { daypartOf, type DaypartRow } from './dish-hours.ts';
import { announceMenu, lockMenus, mustEditMenu } from './lock-menu.ts';

type Answer = AnswerOf<typeof getDayparts>['dayparts'][number];

/** Those of a place and of all places, as the day goes. */
export async function readDayparts(db: Db | Tx, locationId: string | null, id?: string): Promise<Answer[]> {
  const { rows } = await sql<DaypartRow & { used: number }>`
    select p.*, (select count(*)::int from dish_dayparts d where d.daypart_id = p.id) as used from dayparts p
    where (p.location_id is null or p.location_id = ${locationId}) and (${id ?? null}::text is null or p.id = ${id ?? null})
    order by p.from_time, p.name, p.id
  `.execute(db);
  return rows.map((row) => {
    const { id: own, name, days, from, until } = daypartOf(row);
    return {
      id: own,
      name,
      days: [...days],
      from,
      until,
      locationId: row.location_id,
      used: row.used,
      version: row.version,
    };
  });
}

/** A daypart of one place is whoever's edits its menu; one of all places is an admin's. */
function mustEditDaypart(actor: Actor, locationId: string | null): void {
  if (locationId !== null) mustEditMenu(actor, locationId);
  else if (!isAdmin(actor)) throw refuse('permission-denied', say`Only an admin changes a daypart of all places.`);
}

async function lockDaypart(tx: Tx, id: string): Promise<DaypartRow> {
  const row = await tx.selectFrom('dayparts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw refuse('not-found', say`This daypart is not there any more.`);
  return row;
}

/** Makes a daypart or changes one: every menu with a dish in it is another then. */
export async function saveDaypart(
  context: Context,
  tx: Tx,
  by: By,
  { daypartId, version, locationId, ...wanted }: UnderstoodOf<typeof saveDaypartCall>['body'],
): Promise<Answer> {
  if (wanted.from === wanted.until) throw refuse('invalid-argument', say`It ends when it begins.`, { field: 'until' });
  mustEditDaypart(by.actor, locationId);
  const menus = await lockMenus(tx);
  if (locationId !== null && !menus.some((menu) => menu.locationId === locationId)) throw refuse('location-not-found');
  const present = daypartId === undefined ? null : await lockDaypart(tx, daypartId);
  if (present) {
    mustEditDaypart(by.actor, present.location_id);
    if (present.location_id !== locationId) {
      throw refuse('invalid-argument', say`A daypart stays with its place. Please make another.`, {
        field: 'locationId',
      });
    }
    if (version !== undefined && version !== present.version) {
      const [daypart] = await readDayparts(tx, locationId, present.id);
      throw refuse('conflict', undefined, { daypart, field: 'version' });
    }
  }
  const now = context.clock.now();
  const columns = { name: wanted.name, days: wanted.days, from_time: wanted.from, until_time: wanted.until };
  const id = present?.id ?? (await freeId(tx, wanted.name));
  if (present) {
    await tx
      .updateTable('dayparts')
      .set({ ...columns, version: present.version + 1, updated_at: now })
      .where('id', '=', id)
      .execute();
  } else {
    await tx
      .insertInto('dayparts')
      .values({ ...columns, id, location_id: locationId, created_at: now, updated_at: now })
      .execute();
  }
  await recordChange(tx, {
    at: now,
    ...by,
    action: present ? 'update-daypart' : 'add-daypart',
    subject: { kind: 'daypart', id },
    locationId,
    before: present && { name: present.name, days: present.days, from: present.from_time, until: present.until_time },
    after: wanted,
  });
  if (present) {
    const used = await tx
      .selectFrom('dish_dayparts')
      .select('location_id')
      .distinct()
      .where('daypart_id', '=', id)
      .execute();
    for (const menu of menus) {
      if (used.some((row) => row.location_id === menu.locationId)) await announceMenu(context, tx, menu, 'updated', []);
    }
  }
  const [daypart] = await readDayparts(tx, locationId, id);
  if (!daypart) throw new Error('it was just written');
  return daypart;
}

async function freeId(tx: Tx, name: string): Promise<string> {
  const taken = new Set((await tx.selectFrom('dayparts').select('id').execute()).map(({ id }) => id));
  const id = freeSlug(slugOf(name, 100) || 'daypart', (each) => taken.has(each), 100);
  if (id === null) throw refuse('conflict', say`Too many dayparts have this name.`);
  return id;
}

/** Deletes a daypart that no dish is in: nothing falls off a menu by it. */
export async function deleteDaypart(
  context: Context,
  tx: Tx,
  by: By,
  { daypartId }: UnderstoodOf<typeof deleteDaypartCall>['body'],
): Promise<void> {
  await lockMenus(tx);
  const row = await lockDaypart(tx, daypartId);
  mustEditDaypart(by.actor, row.location_id);
  const [{ used } = { used: 0 }] = await readDayparts(tx, row.location_id, row.id);
  if (used > 0) {
    throw refuse(
      'failed-precondition',
      used === 1
        ? say`1 dish is in “${row.name}”. Please take them out first.`
        : say`${used} dishes are in “${row.name}”. Please take them out first.`,
    );
  }
  await tx.deleteFrom('dayparts').where('id', '=', daypartId).execute();
  await recordChange(tx, {
    at: context.clock.now(),
    ...by,
    action: 'delete-daypart',
    subject: { kind: 'daypart', id: daypartId },
    locationId: row.location_id,
    before: row,
  });
}
