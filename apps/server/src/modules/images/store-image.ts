import { createHash } from 'node:crypto';
import { refuse } from '@tiffin/domain/core';
import { IMAGE_BYTES_MAX, pictureUrl } from '@tiffin/domain/menu';
import { sql } from 'kysely';
import type { Context, Tx } from '../../context.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { writeToStore } from './picture-files.ts';
import { ENCODING_VERSION, reEncodeImage } from './re-encode-image.ts';

export interface StoredImage {
  readonly url: string;
  readonly type: string;
}

/**
 * Stores a photo under an address made from its content, so the same photo is stored once and an address never
 * changes its content. Encoding takes a second and holds no database connection.
 */
export async function storeImage(
  context: Context,
  source: Buffer,
  { by, uploadId }: { readonly by: string | null; readonly uploadId?: string | undefined },
): Promise<StoredImage> {
  if (source.length > IMAGE_BYTES_MAX) throw refuse('image-too-large');
  const id = createHash('sha256').update(ENCODING_VERSION).update(source).digest('hex').slice(0, 32);
  const existing = await transaction(context.db, (tx) => renewImage(tx, id, context.clock.now()));
  if (existing) return existing;
  const encoded = await reEncodeImage(source);
  const bytes = encoded.files.reduce((sum, file) => sum + file.bytes.length, 0);
  const image = { url: pictureUrl(id), type: encoded.type };
  const files = encoded.files.map((file) => ({ image_id: id, ...file }));
  // Checked before anything is written to the bucket, and again when the photo is stored.
  await transaction(context.db, (tx) => requireStorage(context, tx, bytes, uploadId));
  const stored = context.pictureStore ? await writeToStore(context, context.pictureStore, files) : files;
  await transaction(context.db, async (tx) => {
    await requireStorage(context, tx, bytes, uploadId);
    const inserted = await tx
      .insertInto('images')
      .values({
        id,
        ...image,
        width: encoded.width,
        height: encoded.height,
        bytes,
        created_by: by,
        created_at: context.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst();
    // The same photo was stored by another request at the same moment.
    if (!inserted) return;
    await tx.insertInto('image_files').values(stored).execute();
  });
  return image;
}

/** Keeps a photo that no dish uses. */
export async function keepImage({ db }: Context, url: string): Promise<void> {
  await db.updateTable('images').set({ is_kept: true }).where('url', '=', url).execute();
}

/** Renews the date of a photo that is uploaded again, so that it is not deleted before it is used. */
async function renewImage(tx: Tx, id: string, now: Date): Promise<StoredImage | undefined> {
  return tx
    .updateTable('images')
    .set({ created_at: now })
    .where('id', '=', id)
    .returning(['url', 'type'])
    .executeTakeFirst();
}

/**
 * Refuses to exceed the storage limit. Unfinished uploads count with their declared size; the upload this photo comes
 * from (`uploadId`) does not count.
 */
export async function requireStorage(context: Context, tx: Tx, bytes: number, uploadId?: string): Promise<void> {
  // Locks, so that two requests cannot both use the last space.
  await sql`select pg_advisory_xact_lock(hashtextextended('room for photos', 0))`.execute(tx);
  const { rows } = await sql<{ taken: number }>`
    select (coalesce((select sum(bytes) from images), 0)
      + coalesce((select sum(size) from image_uploads where id is distinct from ${uploadId ?? null}), 0))::float8 as taken
  `.execute(tx);
  if ((rows[0]?.taken ?? 0) + bytes > context.config.IMAGES_MB * 1024 * 1024) throw refuse('image-store-full');
}
