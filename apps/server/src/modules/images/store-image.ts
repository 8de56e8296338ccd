import { createHash } from 'node:crypto';
import { refuse } from '@tiffin/domain/core';
import { IMAGE_BYTES_MAX, pictureUrl } from '@tiffin/domain/menu';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';
import { transaction } from '../../db/transaction.ts';
import { RECIPE, remake } from './remake.ts';
import { requireRoom } from './room.ts';

export interface StoredImage {
  readonly url: string;
  readonly type: string;
}

/**
 * Keeps a photo under an address made from its content: the same photo sent twice is kept once, and
 * an address never shows anything else. The making takes a second and holds no connection.
 */
export async function storeImage(
  context: Context,
  source: Buffer,
  { by, uploadId }: { readonly by: string | null; readonly uploadId?: string | undefined },
): Promise<StoredImage> {
  if (source.length > IMAGE_BYTES_MAX) throw refuse('image-too-large');
  const id = createHash('sha256').update(RECIPE).update(source).digest('hex').slice(0, 32);
  const known = await transaction(context.db, (tx) => seenAgain(tx, id, context.clock.now()));
  if (known) return known;
  const made = await remake(source);
  const bytes = made.files.reduce((sum, file) => sum + file.bytes.length, 0);
  const image = { url: pictureUrl(id), type: made.type };
  await transaction(context.db, async (tx) => {
    await requireRoom(context, tx, bytes, uploadId);
    const kept = await tx
      .insertInto('images')
      .values({
        id,
        ...image,
        width: made.width,
        height: made.height,
        bytes,
        created_by: by,
        created_at: context.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    // Somebody sent the same photo at the same moment: theirs is there.
    if (!kept) return;
    await tx
      .insertInto('image_files')
      .values(made.files.map((file) => ({ image_id: id, ...file })))
      .execute();
  });
  return image;
}

/** A photo that is sent again counts as new: whoever sent it is about to use it. */
async function seenAgain(tx: Tx, id: string, now: Date): Promise<StoredImage | undefined> {
  return tx
    .updateTable('images')
    .set({ created_at: now })
    .where('id', '=', id)
    .returning(['url', 'type'])
    .executeTakeFirst();
}
