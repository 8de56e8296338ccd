import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { sellSharedDish, resetToSharedDish } from '../modules/menu/dishes/sell-shared-dish.ts';
import { readSharedDish, readSharedDishes } from '../modules/menu/dishes/shared-dishes.ts';
import { addSharedDish, stopSharingDish, updateSharedDish } from '../modules/menu/dishes/edit-shared-dish.ts';
import { requireMenuEditor } from '../modules/menu/dishes/lock-menu.ts';
import { editedItem } from '../modules/menu/dishes/read-edited-menu.ts';

/** Shared dishes need an admin; a location's own values need the right to edit its menu. */
export const sharedMenuRoutes: readonly ImplementedCall[] = [
  implement('getSharedMenu', async ({ context, actor }) => ({ dishes: await readSharedDishes(context.db, actor) })),

  implement('updateSharedDish', async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ dish: await updateSharedDish(context, tx, { actor, from }, body) })),
  ),

  implement('resetSharedDishFields', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { row, version } = await resetToSharedDish(context, tx, { actor, from }, body);
      return { item: await editedItem(tx, row), version };
    });
  }),

  implement('shareDish', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      const chainId = await addSharedDish(context, tx, { actor, from }, body);
      return { dish: await readSharedDish(tx, actor, chainId) };
    }),
  ),

  implement('addSharedDishToMenu', async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { row, version } = await sellSharedDish(context, tx, { actor, from }, body);
      return { item: await editedItem(tx, row), version };
    });
  }),

  implement('stopSharingDish', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await stopSharingDish(context, tx, { actor, from }, body.chainId);
      return { chainId: body.chainId };
    }),
  ),
];
