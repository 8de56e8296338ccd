import { refuse } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context } from '../../context.ts';
import type { Tx } from '../../db/connection.ts';

/**
 * Refuses what the space for photos does not hold any more. Uploads that were begun take theirs from the start, each as
 * large as it was said to be; the one a photo is made of (`uploadId`) makes room for it.
 */
export async function requireRoom(context: Context, tx: Tx, bytes: number, uploadId?: string): Promise<void> {
  // Two who ask at once do not both get the last of it.
  await sql`select pg_advisory_xact_lock(hashtextextended('room for photos', 0))`.execute(tx);
  const { rows } = await sql<{ taken: number }>`
    select (coalesce((select sum(bytes) from images), 0)
      + coalesce((select sum(size) from image_uploads where id is distinct from ${uploadId ?? null}), 0))::float8 as taken
  `.execute(tx);
  if ((rows[0]?.taken ?? 0) + bytes > context.config.IMAGES_MB * 1024 * 1024) throw refuse('image-store-full');
}
