import { refuse } from '@tiffin/domain/core';
import { uploadNotices } from '@tiffin/domain/errors';
import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { From } from '../../platform/http/implement.ts';
import type { MenuItemRow } from '../menu/item-answer.ts';
import { lockItem, lockMenu } from '../menu/lock-menu.ts';
import { updateMenuItem } from '../menu/update-menu-item.ts';
import type { By } from '../audit/record-change.ts';
import { dropUnused } from './drop-unused.ts';

export interface ShownImage {
  readonly locationId: string;
  readonly itemId: string;
  readonly imageUrl: string;
}

/** Takes the photo off its dish; the files go with it unless another dish shows them. */
export async function deleteMenuImage(
  context: Context,
  tx: Tx,
  by: By<From | null>,
  { locationId, itemId, imageUrl }: ShownImage,
): Promise<{ row: MenuItemRow; version: number }> {
  await lockMenu(tx, locationId);
  const present = await lockItem(tx, locationId, itemId);
  if (present.image !== imageUrl) throw refuse('invalid-argument', uploadNotices.invalidUrl, { field: 'imageUrl' });
  const updated = await updateMenuItem(context, tx, by, { locationId, itemId, updates: { image: null } });
  await dropUnused(tx, [imageUrl]);
  return updated;
}
