import type { ValidatedInput } from '@tiffin/contract';
import { refuse } from '@tiffin/domain/core';
import { uploadNotices } from '@tiffin/domain/errors';
import type { Context, Tx } from '../../../context.ts';
import type { MenuItemRow } from './item-answer.ts';
import { lockMenuItem, lockMenu } from './lock-menu.ts';
import { updateMenuItem } from './update-menu-item.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { deleteImagesIfUnused } from '../../images/delete-unused-images.ts';

/** Removes the photo from its dish and deletes the files unless another dish uses them. */
export async function deleteMenuImage(
  context: Context,
  tx: Tx,
  by: Author,
  { locationId, itemId, imageUrl }: ValidatedInput<'deleteMenuImage'>['body'],
): Promise<{ row: MenuItemRow; version: number }> {
  await lockMenu(tx, locationId);
  const present = await lockMenuItem(tx, locationId, itemId);
  if (present.image !== imageUrl) throw refuse('invalid-argument', uploadNotices.invalidUrl, { field: 'imageUrl' });
  const updated = await updateMenuItem(context, tx, by, { locationId, itemId, updates: { image: null } });
  await deleteImagesIfUnused(tx, [imageUrl]);
  return updated;
}
