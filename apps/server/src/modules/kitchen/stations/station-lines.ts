import { stationTicket } from '@tiffin/domain/kitchen';
import type { Actor } from '@tiffin/domain/people';
import { refuse, say } from '@tiffin/domain/core';
import type { Context, Tx } from '../../../context.ts';
import type { OrderRow } from '../../../platform/db/order-row.ts';
import { requireLines } from './mark-lines.ts';
import { readStation, readStations, stationLine, toStation } from './read-stations.ts';

/** The lines that a request is about: those it names, else those of its station, else all. */
export async function requestedLines(
  { clock }: Context,
  tx: Tx,
  actor: Actor,
  row: OrderRow,
  {
    lines,
    stationId,
  }: { readonly lines?: readonly number[] | null | undefined; readonly stationId?: string | null | undefined },
): Promise<readonly number[]> {
  if (lines) {
    requireLines(row, lines, 'lines');
    return lines;
  }
  const all = row.items.map((item) => stationLine(row, item));
  if (stationId == null) return all.map(({ line }) => line);
  const station = await readStation(tx, actor, stationId, 'order.step');
  if (station.location_id !== row.location_id) {
    throw refuse('invalid-argument', say`This station belongs to another location.`, { field: 'stationId' });
  }
  const stations = (await readStations(tx, row.location_id)).map(toStation);
  const at = stations.find(({ id }) => id === stationId) ?? null;
  return stationTicket(all, at, stations, clock.now().getTime()).lines.map(({ line }) => line);
}
