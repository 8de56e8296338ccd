import {
  deleteOptionGroup as deleteOptionGroupCall,
  getOptionGroups,
  saveOptionGroup as saveOptionGroupCall,
} from '@tiffin/contract/option-groups';
import { implement, type Implemented } from '../../http/implement.ts';
import { deleteOptionGroup } from './delete-option-group.ts';
import { readEditedGroups } from './option-groups.ts';
import { saveOptionGroup } from './save-option-group.ts';

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
