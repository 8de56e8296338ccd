import { implement, type ImplementedCall } from '../platform/http/implement.ts';
import { deleteOptionGroup } from '../modules/menu/options/delete-option-group.ts';
import { readEditedGroups } from '../modules/menu/options/option-groups.ts';
import { saveOptionGroup } from '../modules/menu/options/save-option-group.ts';

/** Option groups are shared. Editing one needs the right to edit every menu that shows it. */
export const optionRoutes: readonly ImplementedCall[] = [
  implement('getOptionGroups', async ({ context, actor }) => ({ groups: await readEditedGroups(context.db, actor) })),

  implement('saveOptionGroup', async ({ context, actor, body, from, once }) =>
    once((tx) => saveOptionGroup(context, tx, { actor, from }, body)),
  ),

  implement('deleteOptionGroup', async ({ context, actor, body, from, once }) =>
    once(async (tx) => {
      await deleteOptionGroup(context, tx, { actor, from }, body);
      return { groupId: body.groupId };
    }),
  ),
];
