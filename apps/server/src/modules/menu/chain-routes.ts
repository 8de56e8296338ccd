import {
  addChainDish as addChainDishCall,
  deleteChainDish as deleteChainDishCall,
  getChainMenu,
  sellChainDish as sellChainDishCall,
  takeChainDish as takeChainDishCall,
  updateChainDish as updateChainDishCall,
} from '@tiffin/contract/chain-menu';
import { implement, type Implemented } from '../../http/implement.ts';
import { addChainDish } from './add-chain-dish.ts';
import { readChainDish, readChainMenu } from './chain-dishes.ts';
import { deleteChainDish } from './delete-chain-dish.ts';
import { editedItem } from './edited-items.ts';
import { mustEditMenu } from './lock-menu.ts';
import { sellChainDish } from './sell-chain-dish.ts';
import { takeChainDish } from './take-chain-dish.ts';
import { updateChainDish } from './update-chain-dish.ts';

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
