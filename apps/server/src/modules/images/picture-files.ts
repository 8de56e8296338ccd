import { refuse } from '@tiffin/domain/core';
import { pictureUrl, type PictureFile, type PictureFormat, type PictureWidth } from '@tiffin/domain/menu';
import type { Context, Tx } from '../../context.ts';
import { PictureStoreError, type PictureStore } from '../../adapters/pictures/picture-store.ts';
import { transaction } from '../../platform/db/transaction.ts';

export const PICTURE_TYPES: Record<PictureFormat, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpg: 'image/jpeg',
};

/** The name of a file in the bucket. The trigger of `image_files` makes the same name. */
export function pictureFileName({ id, width, format }: PictureFile): string {
  return pictureUrl(id, width, format).slice(1);
}

interface FileRow {
  readonly image_id: string;
  readonly width: PictureWidth;
  readonly format: PictureFormat;
  readonly bytes: Buffer;
}

/** Longer than any upload takes with all its retries. */
const REMOVE_AFTER_MS = 60 * 60_000;

/**
 * Writes files to the store and returns their rows. Each file is listed for removal before it is written: if the picture
 * is not stored in the end, the job removes the file; otherwise it only forgets the entry.
 */
export async function writeToStore(context: Context, store: PictureStore, files: readonly FileRow[]) {
  const names = files.map((file) => pictureFileName({ ...file, id: file.image_id }));
  const due = new Date(context.clock.now().getTime() + REMOVE_AFTER_MS);
  await transaction(context.db, (tx) => planRemoval(tx, names, due));
  try {
    const write = ({ format, bytes }: FileRow, index: number) =>
      store.write(names[index] ?? '', bytes, PICTURE_TYPES[format]);
    await Promise.all(files.map(write));
  } catch (error) {
    if (!(error instanceof PictureStoreError)) throw error;
    context.log.error({ err: error }, 'a picture cannot be stored');
    throw refuse('image-store-unavailable');
  }
  return files.map((file) => ({ ...file, bytes: null }));
}

/** Lists files for removal. When due, a job removes those that no picture uses. */
export async function planRemoval(tx: Tx, names: readonly string[], due: Date): Promise<void> {
  await tx
    .insertInto('picture_removals')
    .values(names.map((name) => ({ name, due_at: due })))
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ due_at: due }))
    .execute();
}

/** True if some files are in a bucket. */
export async function hasPicturesInStore({ db }: Pick<Context, 'db'>): Promise<boolean> {
  const row = await db
    .selectFrom('image_files')
    .select('image_id')
    .where('bytes', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
