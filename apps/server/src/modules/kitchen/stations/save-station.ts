import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say, valueOrThrow } from '@tiffin/domain/core';
import { doubleRule, STATION_LIMITS, type Station } from '@tiffin/domain/kitchen';
import { authorise } from '@tiffin/domain/people';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { announceLocation } from '../../locations/announce-location.ts';
import { lockLocation } from '../../locations/queries.ts';
import { lockOpenOrders, pinOpenLines } from './pin-open-lines.ts';
import {
  readOpenOrders,
  readStations,
  stationAnswers,
  toStation,
  type StationAnswer,
  type StationRow,
} from './read-stations.ts';

type Input = ValidatedInput<'saveStation'>['body'];

/** Creates or changes a station. Open lines stay where they are; the rules apply from the next order. */
export async function saveStation(context: Context, tx: Tx, by: Author, input: Input): Promise<StationAnswer> {
  const { locationId } = input;
  valueOrThrow(authorise('kitchen.manage-stations', by.actor, { locationId }));
  await lockLocation(tx, locationId);
  const before = await readStations(tx, locationId);
  const existing = input.stationId === undefined ? null : (before.find(({ id }) => id === input.stationId) ?? null);
  if (input.stationId !== undefined && !existing) {
    throw refuse('not-found', say`This station was deleted. Choose another one.`);
  }
  await requireValidStation(context, tx, input, existing, before);
  await pinOpenLines(tx, await lockOpenOrders(tx, locationId), before.map(toStation));
  const id = await writeStation(context, tx, input, existing);
  if (input.isDefault) {
    await tx
      .updateTable('stations')
      .set({ is_default: false })
      .where('location_id', '=', locationId)
      .where('id', '!=', id)
      .execute();
  }
  const action = existing ? 'update-station' : 'add-station';
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, action, ['station', id], {
    locationId,
    before: existing && valuesOf(toStation(existing)),
    after: valuesOf({ ...input, fallbackId: input.fallbackId ?? null }),
  });
  await announceLocation(context, tx, locationId, 'updated');
  const station = (await answersOf(context, tx, locationId)).find(({ stationId }) => stationId === id);
  if (!station) throw new Error(`station ${id} not found after writing it`);
  return station;
}

async function answersOf(context: Context, tx: Tx, locationId: string): Promise<StationAnswer[]> {
  return stationAnswers(context, await readStations(tx, locationId), await readOpenOrders(tx, locationId));
}

async function writeStation(context: Context, tx: Tx, input: Input, existing: StationRow | null): Promise<string> {
  const now = context.clock.now();
  const columns = {
    name: input.name,
    kind: input.kind,
    is_default: input.isDefault,
    fallback_id: input.fallbackId ?? null,
    categories: [...new Set(input.categories)],
    item_ids: [...new Set(input.itemIds)],
    options: JSON.stringify(input.options),
    updated_at: now,
  };
  if (existing) {
    const newColumns = { ...columns, version: existing.version + 1 };
    await tx.updateTable('stations').set(newColumns).where('id', '=', existing.id).execute();
    return existing.id;
  }
  const id = context.ids.uuid();
  // A new station counts as seen, so that its dishes do not go elsewhere before its screen is opened.
  const created = { ...columns, id, location_id: input.locationId, seen_at: now, created_at: now };
  await tx.insertInto('stations').values(created).execute();
  return id;
}

async function requireValidStation(
  context: Context,
  tx: Tx,
  input: Input,
  existing: StationRow | null,
  before: readonly StationRow[],
): Promise<void> {
  if (existing && input.version !== undefined && input.version !== existing.version) {
    const station = (await answersOf(context, tx, input.locationId)).find(({ stationId }) => stationId === existing.id);
    throw refuse('conflict', undefined, { station, field: 'version' });
  }
  const others = before.filter(({ id }) => id !== existing?.id);
  if (others.length >= STATION_LIMITS.stations) {
    throw refuse('failed-precondition', say`A kitchen has at most ${STATION_LIMITS.stations} stations.`);
  }
  const isTaken = others.some(({ name }) => name.toLowerCase() === input.name.toLowerCase());
  if (isTaken) throw refuse('already-exists', say`Another station is called ${input.name}.`, { field: 'name' });
  if (input.kind === 'pass' && others.some(({ kind }) => kind === 'pass')) {
    throw refuse('failed-precondition', say`This kitchen already has a pass.`, { field: 'kind' });
  }
  if (input.fallbackId != null && !others.some(({ id }) => id === input.fallbackId)) {
    throw refuse('invalid-argument', say`Choose another station of this kitchen as the fallback.`, {
      field: 'fallbackId',
    });
  }
  const duplicate = doubleRule({ ...input, id: existing?.id ?? null }, others.map(toStation));
  if (duplicate) {
    const { station, rule } = duplicate;
    throw refuse('already-exists', say`“${rule}” already goes to ${station.name}. Remove it there first.`, { rule });
  }
}

/** A station as the audit log records it. */
function valuesOf(station: Omit<Station, 'id' | 'seenAt'>) {
  const { name, kind, isDefault, fallbackId, categories, itemIds, options } = station;
  return { name, kind, isDefault, fallbackId, categories, itemIds, options };
}
