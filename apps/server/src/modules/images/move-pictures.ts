import type { Context } from '../../context.ts';
import type { PictureStore } from '../../adapters/pictures/picture-store.ts';
import { transaction } from '../../platform/db/transaction.ts';
import { pictureFileName, planRemoval, writeToStore } from './picture-files.ts';

/** The result of a move. */
export interface MovedPictures {
  readonly moved: number;
  /** Files that are not in the bucket. */
  readonly missing: readonly string[];
}

/** Moves every file from the database to the bucket, while the server runs. Can be repeated after a failure. */
export async function movePicturesToStore(context: Context, store: PictureStore): Promise<MovedPictures> {
  const { db } = context;
  for (let moved = 0; ; moved++) {
    const file = await db
      .selectFrom('image_files')
      .select(['image_id', 'width', 'format', 'bytes'])
      .where('bytes', 'is not', null)
      .limit(1)
      .executeTakeFirst();
    if (!file?.bytes) return { moved, missing: [] };
    const { image_id: id, width, format, bytes } = file;
    await writeToStore(context, store, [{ image_id: id, width, format, bytes }]);
    await db
      .updateTable('image_files')
      .set({ bytes: null })
      .where('image_id', '=', id)
      .where('width', '=', width)
      .where('format', '=', format)
      .execute();
  }
}

/** Moves every file from the bucket to the database, while the server runs. Can be repeated after a failure. */
export async function movePicturesToDatabase(context: Context, store: PictureStore): Promise<MovedPictures> {
  const missing: string[] = [];
  const files = await context.db
    .selectFrom('image_files')
    .select(['image_id', 'width', 'format'])
    .where('bytes', 'is', null)
    .execute();
  for (const { image_id: id, width, format } of files) {
    const name = pictureFileName({ id, width, format });
    const bytes = await store.read(name);
    if (bytes === null) {
      missing.push(name);
      continue;
    }
    await transaction(context.db, async (tx) => {
      const updated = await tx
        .updateTable('image_files')
        .set({ bytes })
        .where('image_id', '=', id)
        .where('width', '=', width)
        .where('format', '=', format)
        .where('bytes', 'is', null)
        .executeTakeFirst();
      if (updated.numUpdatedRows > 0n) await planRemoval(tx, [name], context.clock.now());
    });
  }
  return { moved: files.length - missing.length, missing };
}
