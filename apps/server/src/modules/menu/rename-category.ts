import type { UnderstoodOf } from '@tiffin/contract';
import type { renameCategory as renameCategoryCall } from '@tiffin/contract/menu-editor';
import { orRefuse, refuse, say } from '@tiffin/domain/core';
import { renamedCategory } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { announceMenu, lockMenus } from './lock-menu.ts';

/** Its name stands on every menu, so every menu changes; what names it by its id or by an earlier name goes on finding it. */
export async function renameCategory(
  context: Context,
  tx: Tx,
  actor: Actor,
  from: From | null,
  { categoryId: id, name: wanted, was }: UnderstoodOf<typeof renameCategoryCall>['body'],
): Promise<void> {
  const menus = await lockMenus(tx);
  const rows = await tx.selectFrom('menu_categories').selectAll().orderBy('id').forNoKeyUpdate().execute();
  const name = orRefuse(renamedCategory(id, wanted, rows));
  const present = rows.find((row) => row.id === id);
  if (!present || present.name === name) return;
  if (was !== undefined && was !== present.name) {
    throw refuse('conflict', say`It is called “${present.name}” by now. Please look again.`);
  }
  const earlier = [...new Set([...present.earlier_names, present.name])].filter((each) => each !== name);
  await tx.updateTable('menu_categories').set({ name, earlier_names: earlier }).where('id', '=', id).execute();
  await recordChange(tx, {
    at: context.clock.now(),
    actor,
    action: 'rename-category',
    subject: { kind: 'category', id },
    before: { name: present.name },
    after: { name },
    from,
  });
  for (const menu of menus) await announceMenu(context, tx, menu, 'categories', []);
}
