import { refuse, say } from '@tiffin/domain/core';
import { HEAT_GROUP } from '@tiffin/domain/options';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { readOptionGroups } from './dish-groups.ts';
import {
  announceGroup,
  editedGroupAnswer,
  menusWithGroup,
  requireGroupEditor,
  readGroupUsage,
} from './option-groups.ts';
import { lockOptionGroups } from './location-groups.ts';
import { stopCountingOptions } from '../stock/count-stock.ts';

/** Deletes an unused group; with `force` also one that dishes use. Orders keep the chosen options. */
export async function deleteOptionGroup(
  context: Context,
  tx: Tx,
  by: Author,
  { groupId, force }: { readonly groupId: string; readonly force?: boolean | null | undefined },
): Promise<void> {
  await lockOptionGroups(tx);
  const groups = await readOptionGroups(tx);
  const group = groups.get(groupId);
  if (!group) throw refuse('not-found', say`This group was deleted.`);
  if (groupId === HEAT_GROUP) {
    throw refuse(
      'failed-precondition',
      say`Spicy dishes use this group automatically. Mark them as not spicy instead.`,
    );
  }
  const usage = await readGroupUsage(tx);
  requireGroupEditor(by.actor, group, groups, usage);
  const { usedBy: dishes } = editedGroupAnswer(group, usage);
  const openedBy = [...groups.values()]
    .filter(({ options }) => options.some((option) => option.opens_group_id === groupId))
    .map(({ name }) => name);
  if (!force && dishes.length + openedBy.length > 0) {
    const names = [...new Set([...dishes.map(({ name }) => name), ...openedBy])];
    throw refuse('failed-precondition', say`"${group.name}" is in use: ${listNames(names)}.`, { dishes, openedBy });
  }
  const menus = await menusWithGroup(tx, groupId);
  await stopCountingOptions(context, tx, group.options);
  await tx.updateTable('group_options').set({ opens_group_id: null }).where('opens_group_id', '=', groupId).execute();
  await tx.deleteFrom('option_groups').where('id', '=', groupId).execute();
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'delete-option-group', ['option-group', groupId], {
    before: { name: group.name, dishes: dishes.map(({ name }) => name) },
  });
  await announceGroup(context, tx, menus);
}

/** An error lists at most this many names. */
const MAX_NAMED_DISHES = 5;

function listNames(names: readonly string[]): string {
  const more = names.length - MAX_NAMED_DISHES;
  const first = names.slice(0, MAX_NAMED_DISHES).join(', ');
  return more > 0 ? say`${first} and ${more} more` : first;
}
