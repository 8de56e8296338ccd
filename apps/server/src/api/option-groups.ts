import {
  shareDish as shareDishCall,
  stopSharingDish as stopSharingDishCall,
  getSharedMenu,
  addSharedDishToMenu as addSharedDishToMenuCall,
  resetSharedDishFields as resetSharedDishFieldsCall,
  updateSharedDish as updateSharedDishCall,
} from '@tiffin/contract/chain-menu';
import {
  deleteDaypart as deleteDaypartCall,
  getDayparts,
  saveDaypart as saveDaypartCall,
  setDishHours as setDishHoursCall,
} from '@tiffin/contract/dayparts';
import { getMenuTranslations, saveMenuTranslations as saveMenuTranslationsCall } from '@tiffin/contract/menu-texts';
import {
  deleteOptionGroup as deleteOptionGroupCall,
  getOptionGroups,
  saveOptionGroup as saveOptionGroupCall,
} from '@tiffin/contract/option-groups';
import { implement, type Implemented } from '../platform/http/implement.ts';
import { sellSharedDish, resetToSharedDish } from '../modules/catalog/menu/sell-shared-dish.ts';
import { readSharedDish, readSharedDishes } from '../modules/catalog/menu/shared-dishes.ts';
import { deleteDaypart, readDayparts, saveDaypart } from '../modules/catalog/menu/dayparts.ts';
import { deleteOptionGroup } from '../modules/catalog/options/delete-option-group.ts';
import { addSharedDish, stopSharingDish, updateSharedDish } from '../modules/catalog/menu/edit-shared-dish.ts';
import { requireMenuEditor } from '../modules/catalog/menu/lock-menu.ts';
import { readMenuTexts } from '../modules/catalog/translations/menu-texts.ts';
import { readEditedGroups } from '../modules/catalog/options/option-groups.ts';
import { editedItem, editedItems } from '../modules/catalog/menu/read-edited-menu.ts';
import { saveMenuTranslations } from '../modules/catalog/translations/save-menu-texts.ts';
import { saveOptionGroup } from '../modules/catalog/options/save-option-group.ts';
import { setDishHours } from '../modules/catalog/menu/set-dish-hours.ts';

/** Shared dishes need an admin; a location's own values need the right to edit its menu. */
export const chainRoutes: readonly Implemented[] = [
  implement(getSharedMenu, async ({ context, actor }) => ({ dishes: await readSharedDishes(context.db, actor) })),

  implement(updateSharedDishCall, async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ dish: await updateSharedDish(context, tx, { actor, from }, body) })),
  ),

  implement(resetSharedDishFieldsCall, async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { row, version } = await resetToSharedDish(context, tx, { actor, from }, body);
      return { item: await editedItem(tx, row), version };
    });
  }),

  implement(shareDishCall, async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      const chainId = await addSharedDish(context, tx, { actor, from }, body);
      return { dish: await readSharedDish(tx, actor, chainId) };
    }),
  ),

  implement(addSharedDishToMenuCall, async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { row, version } = await sellSharedDish(context, tx, { actor, from }, body);
      return { item: await editedItem(tx, row), version };
    });
  }),

  implement(stopSharingDishCall, async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await stopSharingDish(context, tx, { actor, from }, body.chainId);
      return { chainId: body.chainId };
    }),
  ),
];

/** Option groups are shared. Editing one needs the right to edit every menu that shows it. */
export const optionRoutes: readonly Implemented[] = [
  implement(getOptionGroups, async ({ context, actor }) => ({ groups: await readEditedGroups(context.db, actor) })),

  implement(saveOptionGroupCall, async ({ context, actor, body, from, once }) =>
    once((tx) => saveOptionGroup(context, tx, { actor, from }, body)),
  ),

  implement(deleteOptionGroupCall, async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await deleteOptionGroup(context, tx, { actor, from }, body);
      return { groupId: body.groupId };
    }),
  ),
];

export const daypartRoutes: readonly Implemented[] = [
  implement(getDayparts, async ({ context, actor, query: { locationId } }) => {
    requireMenuEditor(actor, locationId);
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
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => {
      const { rows, version } = await setDishHours(context, tx, { actor, from }, body);
      return { items: await editedItems(tx, rows), version };
    });
  }),
];

export const textRoutes: readonly Implemented[] = [
  implement(getMenuTranslations, async ({ context, actor, query }) => {
    requireMenuEditor(actor, query.locationId);
    return { texts: await readMenuTexts(context.db, actor, query) };
  }),

  implement(saveMenuTranslationsCall, async ({ context, actor, body, from, once }) => {
    requireMenuEditor(actor, body.locationId);
    return once(async (tx) => ({ texts: await saveMenuTranslations(context, tx, { actor, from }, body) }));
  }),
];
