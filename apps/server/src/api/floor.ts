import { readFloorFor } from '../modules/floor/read-floor.ts';
import { saveFloor } from '../modules/floor/save-floor.ts';
import { endSitting, moveSitting, seatParty } from '../modules/floor/seat-party.ts';
import { implement, type ImplementedCall } from '../platform/http/implement.ts';

/** The plan of the tables, and who sits where. */
export const floorRoutes: readonly ImplementedCall[] = [
  implement('getFloor', ({ context, actor, query }) => readFloorFor(context, actor, query.locationId)),
  implement('saveFloor', ({ context, actor, from, once, body }) =>
    once((tx) => saveFloor(context, tx, { actor, from }, body)),
  ),
  implement('seatParty', ({ context, actor, from, once, body }) =>
    once((tx) => seatParty(context, tx, { actor, from }, body)),
  ),
  implement('moveSitting', ({ context, actor, from, once, body }) =>
    once((tx) => moveSitting(context, tx, { actor, from }, body)),
  ),
  implement('endSitting', ({ context, actor, from, once, body }) =>
    once((tx) => endSitting(context, tx, { actor, from }, body)),
  ),
];
