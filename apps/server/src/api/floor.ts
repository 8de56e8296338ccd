import { readFloorFor } from '../modules/floor/read-floor.ts';
import { saveFloor } from '../modules/floor/save-floor.ts';
import { moveSitting, seatParty } from '../modules/floor/seat-party.ts';
import { leaveTable } from '../modules/ordering/tabs/close-tab.ts';
import { followSitting } from '../modules/ordering/tabs/merge-tabs.ts';
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
    once(async (tx) => {
      const moved = await moveSitting(context, tx, { actor, from }, body);
      await followSitting(context, tx, body.sittingId);
      return moved;
    }),
  ),
  implement('endSitting', ({ context, actor, from, once, body }) =>
    once((tx) => leaveTable(context, tx, { actor, from }, body)),
  ),
];
