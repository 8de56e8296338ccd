import { bumpLines } from '../modules/kitchen/stations/bump-lines.ts';
import { deleteStation } from '../modules/kitchen/stations/delete-station.ts';
import { listStations } from '../modules/kitchen/stations/read-stations.ts';
import { recallTicket } from '../modules/kitchen/stations/recall-ticket.ts';
import { saveStation } from '../modules/kitchen/stations/save-station.ts';
import { showStationTickets } from '../modules/kitchen/stations/station-tickets.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

export const stationRoutes: readonly ImplementedCall[] = [
  implement('getStations', async ({ context, actor, query }) => ({
    stations: await listStations(context, actor, query),
  })),
  implement('saveStation', ({ context, actor, from, once, body }) =>
    once(async (tx) => ({ station: await saveStation(context, tx, { actor, from }, body) })),
  ),
  implement('deleteStation', ({ context, actor, from, once, body }) =>
    once((tx) => deleteStation(context, tx, { actor, from }, body)),
  ),
  implement('getStationTickets', ({ context, actor, query }) => showStationTickets(context, actor, query.stationId)),
  implement('bumpLines', ({ context, once, body, ...request }) => once((tx) => bumpLines(context, tx, request, body))),
  implement('recallTicket', ({ context, once, body, ...request }) =>
    once((tx) => recallTicket(context, tx, request, body)),
  ),
];
