import type { ResponseOf, ValidatedInput } from '@tiffin/contract';
import { refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { authorise, type Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import { newScreenKey, VALID_MAKER_SQL } from '../../platform/auth/screen-key.ts';
import { hashKey } from '../../platform/auth/secrets.ts';
import { recordAuditEntry, type Author } from '../log/record-audit-entries.ts';
import { endLiveEvents } from './end-live-events.ts';
import { requireLocations } from './require-locations.ts';
import { insertRow } from '../../platform/db/write-row.ts';

type Screen = ResponseOf<'getPickupScreens'>['screens'][number];

/** This many characters of a key stay visible, to tell keys apart. */
const VISIBLE_CHARACTERS = 4;

function screenRows(db: Db | Tx) {
  return db
    .selectFrom('pickup_screens as s')
    .leftJoin('users as u', 'u.id', 's.set_up_by')
    .selectAll('s')
    .select(['u.name as set_up_by_name', sql<boolean>`${sql.raw(VALID_MAKER_SQL)}`.as('is_valid')])
    .where('s.ended_at', 'is', null)
    .orderBy('s.set_up_at')
    .orderBy('s.id');
}

function screenAnswer(row: Awaited<ReturnType<ReturnType<typeof screenRows>['execute']>>[number]): Screen {
  return {
    screenId: row.id,
    locationId: row.location_id,
    name: row.name,
    keyEnd: row.key_end,
    showsInitials: row.shows_initials,
    setUpBy: row.set_up_by_name,
    setUpAt: row.set_up_at.toISOString(),
    lastUsedAt: row.last_used_at?.toISOString() ?? null,
    refusedAt: row.refused_at?.toISOString() ?? null,
    isValid: row.is_valid,
  };
}

/** The pick-up screens of a location, the oldest first. */
export async function listPickupScreens(context: Context, actor: Actor, locationId: string): Promise<Screen[]> {
  valueOrThrow(authorise('kitchen.manage-stations', actor, { locationId }));
  const rows = await screenRows(context.db).where('s.location_id', '=', locationId).execute();
  return rows.map(screenAnswer);
}

/** Creates the key of a television. Only people do it, because the key ends with the rights of whoever made it. */
export async function addPickupScreen(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, name, showsInitials }: ValidatedInput<'addPickupScreen'>['body'],
): Promise<{ screen: Screen; key: string }> {
  valueOrThrow(authorise('kitchen.manage-stations', by.actor, { locationId }));
  if (by.actor.kind !== 'person') {
    throw refuse('permission-denied', say`A manager or an admin sets up a pick-up screen, under their own name.`);
  }
  await requireLocations(tx, [locationId]);
  const id = context.ids.uuid();
  const key = newScreenKey();
  const now = context.clock.now();
  await insertRow(tx, 'pickup_screens', {
    id,
    location_id: locationId,
    name,
    key_hash: hashKey(key),
    key_end: key.slice(-VISIBLE_CHARACTERS),
    shows_initials: showsInitials,
    set_up_by: by.actor.userId,
    set_up_at: now,
  });
  await recordAuditEntry(tx, { at: now, ...by }, 'add-pickup-screen', ['pickup-screen', id], {
    locationId,
    after: { name, showsInitials },
  });
  const row = await screenRows(tx).where('s.id', '=', id).executeTakeFirstOrThrow();
  return { screen: screenAnswer(row), key };
}

/** Ends the key at once: the next request gets 401, and live events end. */
export async function removePickupScreen(context: Context, tx: Tx, by: Author, screenId: string): Promise<void> {
  const row = await tx
    .selectFrom('pickup_screens')
    .select(['location_id', 'name', 'ended_at'])
    .where('id', '=', screenId)
    .forUpdate()
    .executeTakeFirstOrThrow(() => refuse('not-found', say`This pick-up screen does not exist.`));
  valueOrThrow(authorise('kitchen.manage-stations', by.actor, { locationId: row.location_id }));
  if (row.ended_at) return;
  const now = context.clock.now();
  await tx.updateTable('pickup_screens').set({ ended_at: now }).where('id', '=', screenId).execute();
  await recordAuditEntry(tx, { at: now, ...by }, 'remove-pickup-screen', ['pickup-screen', screenId], {
    locationId: row.location_id,
    before: { name: row.name },
  });
  await endLiveEvents(context, tx, screenId, now);
}
