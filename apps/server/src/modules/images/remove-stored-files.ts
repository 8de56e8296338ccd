import { readPictureUrl } from '@tiffin/domain/menu';
import type { Context, Tx } from '../../context.ts';
import type { PictureStore } from '../../adapters/pictures/picture-store.ts';
import { transaction } from '../../platform/db/transaction.ts';

/** One run ends after this many; the next one continues. */
const MAX_FILES = 2_000;

/**
 * Removes the files of deleted pictures and of failed uploads from the bucket. Each file in its own transaction, whose
 * lock an upload of the same picture waits for. If the bucket does not answer, the next run tries again.
 */
export async function removeStoredFiles(context: Context): Promise<void> {
  const { pictureStore } = context;
  if (!pictureStore) return;
  for (let removed = 0; removed < MAX_FILES; removed++) {
    if (!(await transaction(context.db, (tx) => removeNext(context, tx, pictureStore)))) return;
  }
}

async function removeNext({ clock }: Context, tx: Tx, store: PictureStore): Promise<boolean> {
  const next = await tx
    .selectFrom('picture_removals')
    .select('name')
    .where('due_at', '<=', clock.now())
    .orderBy('due_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!next) return false;
  if (!(await isInUse(tx, next.name))) await store.remove(next.name);
  await tx.deleteFrom('picture_removals').where('name', '=', next.name).execute();
  return true;
}

async function isInUse(tx: Tx, name: string): Promise<boolean> {
  const file = readPictureUrl(`/${name}`);
  if (!file) return false;
  const row = await tx
    .selectFrom('image_files')
    .select('image_id')
    .where('image_id', '=', file.id)
    .where('width', '=', file.width)
    .where('format', '=', file.format)
    .where('bytes', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}
