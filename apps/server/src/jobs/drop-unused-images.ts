import { transaction } from '../db/transaction.ts';
import { dropUnused } from '../modules/images/drop-unused.ts';
import type { Job } from './jobs.ts';

const KEEP_MS = 24 * 60 * 60_000;

/** Photos that were uploaded and never used, or taken off their last dish by another; uploads nobody finished. */
export const dropUnusedImages: Job = {
  name: 'drop-unused-images',
  every: '29 * * * *',
  async run(context) {
    const before = new Date(context.clock.now().getTime() - KEEP_MS);
    await context.db.deleteFrom('image_uploads').where('created_at', '<', before).execute();
    await transaction(context.db, async (tx) => {
      const old = await tx
        .selectFrom('images')
        .select('url')
        .where('created_at', '<', before)
        .where('is_kept', '=', false)
        .limit(1000)
        .where(({ not, exists, selectFrom }) =>
          not(exists(selectFrom('menu_items').select('menu_items.id').whereRef('menu_items.image', '=', 'images.url'))),
        )
        .execute();
      await dropUnused(
        tx,
        old.map((image) => image.url),
      );
    });
  },
};
