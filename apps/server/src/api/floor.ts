import { readFloorFor } from '../modules/floor/read-floor.ts';
import { resumeSitting } from '../modules/floor/resume-sitting.ts';
import { saveFloor } from '../modules/floor/save-floor.ts';
import { moveSitting, seatParty } from '../modules/floor/seat-party.ts';
import { leaveTable } from '../modules/ordering/tabs/close-tab.ts';
import { followSitting } from '../modules/ordering/tabs/merge-tabs.ts';
import { implement, implementChange, type ImplementedCall } from '../platform/http/implement.ts';

/** The plan of the tables, and who sits where. */
export const floorRoutes: readonly ImplementedCall[] = [
  implement('getFloor', ({ context, actor, query }) => readFloorFor(context, actor, query.locationId)),
  implementChange('saveFloor', saveFloor),
  implementChange('seatParty', seatParty),
  implementChange('moveSitting', async (context, tx, by, body) => {
    const moved = await moveSitting(context, tx, by, body);
    await followSitting(context, tx, body.sittingId);
    return moved;
  }),
  implementChange('endSitting', leaveTable),
  implementChange('resumeSitting', resumeSitting),
];
