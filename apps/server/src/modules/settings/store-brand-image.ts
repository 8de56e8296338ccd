import { refuse, say } from '@tiffin/domain/core';
import { emailImageProblem } from '@tiffin/domain/messages';
import type { Actor } from '@tiffin/domain/people';
import type { Context } from '../../context.ts';
import { whoColumns } from '../audit/record-change.ts';
import { storeImage, type StoredImage } from '../images/store-image.ts';

/** A picture for mails or the logo: made anew like a dish's, and never cleaned away. */
export async function storeBrandImage(context: Context, actor: Actor, file: File): Promise<StoredImage> {
  const problem = emailImageProblem(file.size);
  if (problem) throw refuse('image-too-large', problem);
  if (file.size === 0) throw refuse('invalid-argument', say`No file selected`);
  const by = whoColumns(actor).actor_id;
  const image = await storeImage(context, Buffer.from(await file.arrayBuffer()), { by });
  await context.db.updateTable('images').set({ is_kept: true }).where('url', '=', image.url).execute();
  return { url: image.url, type: image.type };
}
