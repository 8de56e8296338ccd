import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { freeSlug, refuse, say, slugOf } from '@tiffin/domain/core';
import { isAdmin, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { daypartOf, type DaypartRow } from './dish-hours.ts';
import { announceMenu, lockMenus, requireMenuEditor } from './lock-menu.ts';

type DaypartAnswer = ResponseOf<'getDayparts'>['dayparts'][number];

/** The dayparts of a location and those of all locations, by start time. */
export async function readDayparts(db: Db | Tx, locationId: string | null, onlyId?: string): Promise<DaypartAnswer[]> {
  const { rows } = await sql<DaypartRow & { used: number }>`
    select p.*, (select count(*)::int from dish_dayparts d where d.daypart_id = p.id) as used from dayparts p
    where (p.location_id is null or p.location_id = ${locationId}) and (${onlyId ?? null}::text is null or p.id = ${onlyId ?? null})
    order by p.from_time, p.name, p.id
  `.execute(db);
  return rows.map((row) => {
    const { days, ...daypart } = daypartOf(row);
    return { ...daypart, days: [...days], locationId: row.location_id, used: row.used, version: row.version };
  });
}

/** A daypart of one location needs the right to edit its menu; one of all locations needs an admin. */
function requireDaypartEditor(actor: Actor, locationId: string | null): void {
  if (locationId !== null) requireMenuEditor(actor, locationId);
  else if (!isAdmin(actor))
    throw refuse('permission-denied', say`Only an admin can change a daypart of all locations.`);
}

async function lockDaypart(tx: Tx, id: string): Promise<DaypartRow> {
  const row = await tx.selectFrom('dayparts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!row) throw refuse('not-found', say`This daypart was deleted.`);
  return row;
}

/** Adds or changes a daypart. Every menu with a dish in it changes. */
export async function saveDaypart(
  context: Context,
  tx: Tx,
  by: Author,
  { daypartId, version, locationId, ...values }: ValidatedInput<'saveDaypart'>['body'],
): Promise<DaypartAnswer> {
  if (values.from === values.until)
    throw refuse('invalid-argument', say`The start and end times are the same.`, { field: 'until' });
  requireDaypartEditor(by.actor, locationId);
  const menus = await lockMenus(tx);
  if (locationId !== null && !menus.some((menu) => menu.locationId === locationId)) throw refuse('location-not-found');
  const present = daypartId === undefined ? null : await lockDaypart(tx, daypartId);
  if (present) await requireEditableDaypart(tx, by.actor, present, { locationId, version });
  const now = context.clock.now();
  const columns = { name: values.name, days: values.days, from_time: values.from, until_time: values.until };
  const id = present?.id ?? (await newDaypartId(tx, values.name));
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
  await recordAuditEntry(tx, { at: now, ...by }, present ? 'update-daypart' : 'add-daypart', ['daypart', id], {
    locationId,
    before: present && { name: present.name, days: present.days, from: present.from_time, until: present.until_time },
    after: values,
  });
  if (present) await announceMenusWithDaypart(context, tx, menus, id);
  const [daypart] = await readDayparts(tx, locationId, id);
  if (!daypart) throw new Error(`daypart ${id} not found after writing it`);
  return daypart;
}

async function requireEditableDaypart(
  tx: Tx,
  actor: Actor,
  present: DaypartRow,
  { locationId, version }: Pick<ValidatedInput<'saveDaypart'>['body'], 'locationId' | 'version'>,
): Promise<void> {
  requireDaypartEditor(actor, present.location_id);
  if (present.location_id !== locationId) {
    throw refuse('invalid-argument', say`A daypart cannot move to another location. Please add a new one.`, {
      field: 'locationId',
    });
  }
  if (version !== undefined && version !== present.version) {
    const [daypart] = await readDayparts(tx, locationId, present.id);
    throw refuse('conflict', undefined, { daypart, field: 'version' });
  }
}

async function announceMenusWithDaypart(
  context: Context,
  tx: Tx,
  menus: Awaited<ReturnType<typeof lockMenus>>,
  daypartId: string,
): Promise<void> {
  const rows = await tx
    .selectFrom('dish_dayparts')
    .select('location_id')
    .distinct()
    .where('daypart_id', '=', daypartId)
    .execute();
  for (const menu of menus) {
    if (rows.some((row) => row.location_id === menu.locationId)) await announceMenu(context, tx, menu, 'updated', []);
  }
}

const MAX_ID_LENGTH = 100;

async function newDaypartId(tx: Tx, name: string): Promise<string> {
  const usedIds = new Set((await tx.selectFrom('dayparts').select('id').execute()).map(({ id }) => id));
  const id = freeSlug(slugOf(name, MAX_ID_LENGTH) || 'daypart', (each) => usedIds.has(each), MAX_ID_LENGTH);
  if (id === null) throw refuse('conflict', say`Too many dayparts have this name.`);
  return id;
}

/** Deletes a daypart without dishes, so no menu changes. The menus are locked, so that no dish joins it meanwhile. */
export async function deleteDaypart(
  context: Context,
  tx: Tx,
  by: Author,
  { daypartId }: ValidatedInput<'deleteDaypart'>['body'],
): Promise<void> {
  await lockMenus(tx);
  const row = await lockDaypart(tx, daypartId);
  requireDaypartEditor(by.actor, row.location_id);
  const [{ used } = { used: 0 }] = await readDayparts(tx, row.location_id, row.id);
  if (used > 0) {
    throw refuse(
      'failed-precondition',
      used === 1
        ? say`1 dish is in “${row.name}”. Please take it out first.`
        : say`${used} dishes are in “${row.name}”. Please take them out first.`,
    );
  }
  await tx.deleteFrom('dayparts').where('id', '=', daypartId).execute();
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'delete-daypart', ['daypart', daypartId], {
    locationId: row.location_id,
    before: row,
  });
}
