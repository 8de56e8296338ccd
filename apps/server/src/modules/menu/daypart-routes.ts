import {
  deleteDaypart as deleteDaypartCall,
  getDayparts,
  saveDaypart as saveDaypartCall,
  setDishHours as setDishHoursCall,
} from '@tiffin/contract/dayparts';
import { implement, type Implemented } from '../../http/implement.ts';
import { deleteDaypart, readDayparts, saveDaypart } from './dayparts.ts';
import { editedItems } from './edited-items.ts';
import { mustEditMenu } from './lock-menu.ts';
import { setDishHours } from './set-dish-hours.ts';

export const daypartRoutes: readonly Implemented[] = [
  implement(getDayparts, async ({ context, actor, query: { locationId } }) => {
    mustEditMenu(actor, locationId);
    return { dayparts: await readDayparts(context.db, locationId) };
  }),

  implement(saveDaypartCall, async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ daypart: await saveDaypart(context, tx, { actor, from }, body) })),
  ),

  implement(deleteDaypartCall, async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await deleteDaypart(context, tx, { actor, from }, body);
      return { daypartId: body.daypartId };
    }),
  ),

  implement(setDishHoursCall, async ({ context, actor, body, from, once }) => {
    mustEditMenu(actor, body.locationId);
    return once(async (tx) => {
      const { rows, version } = await setDishHours(context, tx, { actor, from }, body);
      return { items: await editedItems(tx, rows), version };
    });
  }),
];
