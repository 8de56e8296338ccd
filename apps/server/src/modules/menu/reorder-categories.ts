import { reordered } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { recordChange } from '../audit/record-change.ts';
import { announceMenu, lockMenus } from './lock-menu.ts';

/** The order of the categories holds for every menu, so every menu changes. */
export async function reorderCategories(
  context: Context,
  tx: Tx,
  actor: Actor,
  from: From | null,
  wanted: readonly string[],
): Promise<void> {
  const menus = await lockMenus(tx);
  const present = await tx.selectFrom('menu_categories').select(['id', 'position']).orderBy('id').forUpdate().execute();
  const before = present.toSorted((a, b) => a.position - b.position).map((row) => row.id);
  const after = reordered(before, wanted);
  if (after.every((id, index) => id === before[index])) return;
  await sql`
    update menu_categories set position = named.position
    from unnest(${after}::text[]) with ordinality as named (id, position)
    where menu_categories.id = named.id
  `.execute(tx);
  await recordChange(tx, {
    at: context.clock.now(),
    actor,
    action: 'reorder-categories',
    subject: { kind: 'category', id: 'all' },
    before: { categoryIds: before },
    after: { categoryIds: after },
    from,
  });
  for (const menu of menus) await announceMenu(context, tx, menu, 'categories', []);
}
