import type { UnderstoodOf } from '@tiffin/contract';
import type { takeChainDish as takeChainDishCall } from '@tiffin/contract/chain-menu';
import { refuse, say } from '@tiffin/domain/core';
import { CHAIN_FIELDS, ownFields, takingAgain } from '@tiffin/domain/menu';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import type { From } from '../../http/implement.ts';
import { differenceOf, recordChange } from '../audit/record-change.ts';
import { dropUnused } from '../images/drop-unused.ts';
import { atPlace, lockChainDish } from './chain-dishes.ts';
import { chainValuesOf } from './dish-values.ts';
import { mustBeCategory, mustBeImage } from './check-item.ts';
import { writeFollowing } from './follow-chain.ts';
import type { MenuItemRow } from './item-answer.ts';
import { announceMenu, lockItem, lockMenu, menuVersion } from './lock-menu.ts';

/** A place takes the chain's again, in these fields or in all: from then on it goes along with the chain there. */
export async function takeChainDish(
  context: Context,
  tx: Tx,
  { actor, from }: { readonly actor: Actor; readonly from: From },
  { locationId, itemId, fields = [...CHAIN_FIELDS] }: UnderstoodOf<typeof takeChainDishCall>['body'],
): Promise<{ row: MenuItemRow; version: number }> {
  const menu = await lockMenu(tx, locationId);
  const present = await lockItem(tx, locationId, itemId);
  if (present.chain_id === null) throw refuse('failed-precondition', say`${present.name} is not a dish of the chain.`);
  const chain = chainValuesOf(await lockChainDish(tx, present.chain_id));
  const own = ownFields(chain, atPlace(present)).filter((field) => fields.includes(field));
  if (own.length === 0) return { row: present, version: await menuVersion(tx, locationId) };
  if (own.includes('category')) await mustBeCategory(tx, chain.category);
  if (own.includes('image') && chain.image !== null) await mustBeImage(tx, chain.image);
  const now = context.clock.now();
  const taken = takingAgain(chain, atPlace(present), own);
  const written = await writeFollowing(tx, present, taken, now);
  const was = chainValuesOf(present);
  await recordChange(tx, {
    at: now,
    actor,
    action: 'take-chain-dish',
    subject: { kind: 'menu-item', id: `${locationId}/${itemId}` },
    locationId,
    ...differenceOf(was, { ...was, ...taken.change }),
    from,
  });
  if (!written)
    return { row: { ...present, kept_fields: [...taken.kept] }, version: await menuVersion(tx, locationId) };
  if (present.image !== null && present.image !== written.image) await dropUnused(tx, [present.image]);
  return { row: written, version: await announceMenu(context, tx, menu, 'updated', [itemId], [written]) };
}
