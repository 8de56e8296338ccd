import { refuse, say } from '@tiffin/domain/core';
import { uploadNotices } from '@tiffin/domain/errors';
import type { Tx } from '../../../platform/db/connection.ts';

/** The first and the last day of a special. */
export interface SpecialDays {
  readonly start: string;
  readonly end: string;
}

/** The days of a special, or null if the dish is none. */
export function specialDays(isSpecial: boolean, start: string | null, end: string | null): SpecialDays | null {
  if (!isSpecial) return null;
  if (!start) throw refuse('invalid-argument', say`Start date is required`, { field: 'specialStartDate' });
  if (!end) throw refuse('invalid-argument', say`End date is required`, { field: 'specialEndDate' });
  if (end < start)
    throw refuse('invalid-argument', say`End date must be after start date`, { field: 'specialEndDate' });
  return { start, end };
}

/** Requires that the category exists and locks it until the transaction ends. */
export async function requireCategory(tx: Tx, id: string): Promise<void> {
  await tx
    .selectFrom('menu_categories')
    .select('id')
    .where('id', '=', id)
    .forKeyShare()
    .executeTakeFirstOrThrow(() => refuse('invalid-argument', say`Category not found`, { field: 'category' }));
}

/** Requires a photo that was uploaded here. A photo on another site could track guests and disappear. */
export async function requireImage(tx: Tx, url: string): Promise<void> {
  const image = await tx.selectFrom('images').select('url').where('url', '=', url).forKeyShare().executeTakeFirst();
  if (!image) throw refuse('invalid-argument', uploadNotices.invalidUrl, { field: 'image' });
}
