import { refuse, say } from '@tiffin/domain/core';
import { pricedText } from '@tiffin/domain/menu';
import { asked, dishGroupsProblem, HEAT_GROUP } from '@tiffin/domain/options';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { groupOf, readGroups } from './dish-groups.ts';
import { pricedTwice } from './dish-hours.ts';

/** A group that a dish shall have, and what it changes of it. */
export interface WantedGroup {
  readonly groupId: string;
  readonly min?: number | null | undefined;
  readonly max?: number | null | undefined;
  readonly included?: number | null | undefined;
}

/**
 * Groups are the chain's: whoever changes one, which dish has one, or whether there is some of an option, waits here for
 * whoever is at it. Taken before the lock of any menu, so that a group is never changed between being put on a dish and
 * that menu's next version. The rows are locked, too: copies of the server from before know no other lock.
 */
export async function lockGroups(tx: Tx): Promise<void> {
  // While there is none yet, no row would make two who add the first one wait for each other.
  await sql`select pg_advisory_xact_lock(hashtext('option groups'))`.execute(tx);
  await tx.selectFrom('option_groups').select('id').orderBy('id').forUpdate().execute();
}

/** Gives a dish these groups in place of those it had; its menu and the groups are locked. */
export async function placeGroups(
  tx: Tx,
  { location_id, id: item_id }: { readonly location_id: string; readonly id: string },
  wanted: readonly WantedGroup[],
): Promise<void> {
  const groups = await readGroups(tx);
  const rows = wanted.map(({ groupId, min = null, max = null, included = null }, position) => {
    const group = groups.get(groupId);
    if (!group || groupId === HEAT_GROUP)
      throw refuse('invalid-argument', say`A group is not there any more.`, { field: `optionGroups.${position}` });
    return {
      group,
      columns: { location_id, item_id, group_id: groupId, position, min_units: min, max_units: max, included },
    };
  });
  if (new Set(wanted.map(({ groupId }) => groupId)).size < wanted.length) {
    throw refuse('invalid-argument', say`A dish has each group once.`, { field: 'optionGroups' });
  }
  const problem = dishGroupsProblem(
    rows.map(({ group, columns: { min_units: min, max_units: max, included } }) =>
      asked(groupOf(group), { min, max, included }),
    ),
  );
  if (problem !== null) throw refuse('invalid-argument', problem, { field: 'optionGroups' });
  await tx.deleteFrom('dish_groups').where('location_id', '=', location_id).where('item_id', '=', item_id).execute();
  if (rows.length > 0)
    await tx
      .insertInto('dish_groups')
      .values(rows.map(({ columns }) => columns))
      .execute();
  const priced = await pricedTwice(tx, { locationId: location_id, itemIds: [item_id] });
  if (priced !== null) throw refuse('invalid-argument', pricedText(priced), { field: 'optionGroups' });
}
