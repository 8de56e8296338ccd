import { refuse, say } from '@tiffin/domain/core';
import { joinRules, PASS } from '@tiffin/domain/kitchen';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry } from '../../log/record-audit-entries.ts';
import { announceLocation } from '../../locations/announce-location.ts';
import { lockLocation } from '../../locations/queries.ts';
import { lockOpenOrders, pinOpenLines } from './pin-open-lines.ts';
import { readStation, readStations, stationAnswers, toStation, type StationRow } from './read-stations.ts';
import { updateRow } from '../../../platform/db/write-row.ts';
import type { ChangeUseCase } from '../../../platform/http/implement.ts';

/** Deletes a station. Its open lines and its rules go to another station or to the pass, so that no dish is lost. */
export const deleteStation: ChangeUseCase<'deleteStation'> = async (context, tx, by, { stationId, moveTo }) => {
  const { location_id: locationId } = await readStation(tx, by.actor, stationId, 'kitchen.manage-stations');
  await lockLocation(tx, locationId);
  const rows = await readStations(tx, locationId);
  const row = rows.find(({ id }) => id === stationId);
  if (!row) throw refuse('not-found', say`This station was deleted. Choose another one.`);
  const targetId = moveTo ?? row.fallback_id;
  const target = rows.find(({ id }) => id === targetId && id !== stationId) ?? null;
  if (moveTo != null && !target) {
    throw refuse('invalid-argument', say`Choose another station of this kitchen.`, { field: 'moveTo' });
  }
  const orders = await lockOpenOrders(tx, locationId);
  const movedDishes =
    stationAnswers(context, rows, orders).find((each) => each.stationId === stationId)?.openDishes ?? 0;
  await pinOpenLines(tx, orders, rows.map(toStation), { from: stationId, to: target?.id ?? PASS });
  await moveRules(context, tx, row, target);
  await tx.deleteFrom('stations').where('id', '=', stationId).execute();
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'delete-station', ['station', stationId], {
    locationId,
    before: { name: row.name },
    after: { movedTo: target?.name ?? null, movedDishes },
  });
  await announceLocation(context, tx, locationId, 'updated');
  return { stationId, movedTo: target?.id ?? null, movedDishes };
};

/** Gives the rules of a deleted station to another one, which also becomes the fallback in its place. */
async function moveRules(context: Context, tx: Tx, row: StationRow, target: StationRow | null): Promise<void> {
  await tx
    .updateTable('stations')
    .set((eb) => ({
      fallback_id: eb
        .case()
        .when('id', '=', target?.id ?? '')
        .then(null)
        .else(target?.id ?? null)
        .end(),
    }))
    .where('fallback_id', '=', row.id)
    .execute();
  if (!target) return;
  const { categories, itemIds, options } = joinRules(toStation(target), toStation(row));
  await updateRow(tx, 'stations', target.id, {
    categories: [...categories],
    item_ids: [...itemIds],
    options: JSON.stringify(options),
    is_default: target.is_default || row.is_default,
    version: target.version + 1,
    updated_at: context.clock.now(),
  });
}
