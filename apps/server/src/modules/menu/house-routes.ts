import {
  addChainDish as addChainDishCall,
  deleteChainDish as deleteChainDishCall,
  getChainMenu,
  sellChainDish as sellChainDishCall,
  takeChainDish as takeChainDishCall,
  updateChainDish as updateChainDishCall,
} from '@tiffin/contract/chain-menu';
import {
  deleteDaypart as deleteDaypartCall,
  getDayparts,
  saveDaypart as saveDaypartCall,
  setDishHours as setDishHoursCall,
} from '@tiffin/contract/dayparts';
import { getMenuTexts, saveMenuTexts as saveMenuTextsCall } from '@tiffin/contract/menu-texts';
import {
  deleteOptionGroup as deleteOptionGroupCall,
  getOptionGroups,
  saveOptionGroup as saveOptionGroupCall,
} from '@tiffin/contract/option-groups';
import { implement, type Implemented } from '../../platform/http/implement.ts';
import { sellChainDish, takeChainDish } from './chain-dish-at-place.ts';
import { readChainDish, readChainMenu } from './chain-dishes.ts';
import { deleteDaypart, readDayparts, saveDaypart } from './dayparts.ts';
import { deleteOptionGroup } from './delete-option-group.ts';
import { addChainDish, deleteChainDish, updateChainDish } from './edit-chain-dish.ts';
import { mustEditMenu } from './lock-menu.ts';
import { readMenuTexts } from './menu-texts.ts';
import { readEditedGroups } from './option-groups.ts';
import { editedItem, editedItems } from './read-edited-menu.ts';
import { saveMenuTexts } from './save-menu-texts.ts';
import { saveOptionGroup } from './save-option-group.ts';
import { setDishHours } from './set-dish-hours.ts';

/** The chain's dishes are an admin's; what a place has of its own is whoever's edits its menu. */
export const chainRoutes: readonly Implemented[] = [
  implement(getChainMenu, async ({ context, actor }) => ({ dishes: await readChainMenu(context.db, actor) })),

  implement(updateChainDishCall, async ({ context, actor, body, from, once }) =>
    once(async (tx) => ({ dish: await updateChainDish(context, tx, { actor, from }, body) })),
  ),

  implement(takeChainDishCall, async ({ context, actor, body, from, once }) => {
    mustEditMenu(actor, body.locationId);
    return once(async (tx) => {
      const { row, version } = await takeChainDish(context, tx, { actor, from }, body);
      return { item: await editedItem(tx, row), version };
    });
  }),

  implement(addChainDishCall, async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      const chainId = await addChainDish(context, tx, { actor, from }, body);
      return { dish: await readChainDish(tx, actor, chainId) };
    }),
  ),

  implement(sellChainDishCall, async ({ context, actor, body, from, once }) => {
    mustEditMenu(actor, body.locationId);
    return once(async (tx) => {
      const { row, version } = await sellChainDish(context, tx, { actor, from }, body);
      return { item: await editedItem(tx, row), version };
    });
  }),

  implement(deleteChainDishCall, async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await deleteChainDish(context, tx, { actor, from }, body.chainId);
      return { chainId: body.chainId };
    }),
  ),
];

/** Groups belong to the chain: whoever manages all menus that have one may change it. */
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

export const textRoutes: readonly Implemented[] = [
  implement(getMenuTexts, async ({ context, actor, query }) => {
    mustEditMenu(actor, query.locationId);
    return { texts: await readMenuTexts(context.db, actor, query) };
  }),

  implement(saveMenuTextsCall, async ({ context, actor, body, from, once }) => {
    mustEditMenu(actor, body.locationId);
    return once(async (tx) => ({ texts: await saveMenuTexts(context, tx, { actor, from }, body) }));
  }),
];
