import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { deleteDaypart, readDayparts, saveDaypart } from '../modules/menu/dishes/dayparts.ts';
import { requireMenuEditor } from '../modules/menu/dishes/lock-menu.ts';
import { editedItems } from '../modules/menu/dishes/read-edited-menu.ts';
import { setDishHours } from '../modules/menu/dishes/set-dish-hours.ts';

export const daypartRoutes: readonly ImplementedCall[] = [
  implement('getDayparts', async ({ context, actor, query: { locationId } }) => {
    requireMenuEditor(actor, locationId);
    return { dayparts: await readDayparts(context.db, locationId) };
  }),

  implement('saveDaypart', async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ daypart: await saveDaypart(context, tx, { actor, from }, body) })),
  ),

  implement('deleteDaypart', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await deleteDaypart(context, tx, { actor, from }, body);
      return { daypartId: body.daypartId };
    }),
  ),

  implement('setDishHours', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { rows, version } = await setDishHours(context, tx, { actor, from }, body);
      return { items: await editedItems(tx, rows), version };
    });
  }),
];
