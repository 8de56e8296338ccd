import { bumpLines, recallTicket } from '../modules/kitchen/stations/mark-lines.ts';
import { deleteStation } from '../modules/kitchen/stations/delete-station.ts';
import { listStations } from '../modules/kitchen/stations/read-stations.ts';
import { saveStation } from '../modules/kitchen/stations/save-station.ts';
import { showStationTickets } from '../modules/kitchen/stations/station-tickets.ts';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';

export const stationRoutes: readonly ImplementedCall[] = [
  implement('getStations', async ({ context, actor, query }) => ({
    stations: await listStations(context, actor, query),
  })),
  implementChange('saveStation', async (...change) => ({ station: await saveStation(...change) })),
  implementChange('deleteStation', deleteStation),
  implement('getStationTickets', ({ context, actor, query }) => showStationTickets(context, actor, query.stationId)),
  implementChange('bumpLines', bumpLines),
  implementChange('recallTicket', recallTicket),
];
