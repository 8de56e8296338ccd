import { REMEMBERED_DAYS } from '@tiffin/domain/stats';
import type { Context } from '../../../context.ts';

/** Deletes viewings that nobody will compare with any more. */
export async function forgetOldViewings({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - REMEMBERED_DAYS * 86_400_000);
  await db.deleteFrom('figure_viewings').where('at', '<', before).execute();
}
