import type { Tx } from '../../db/connection.ts';

/** The regular whose phone was looked up; an id nobody has is nobody. */
export async function knownGuest(tx: Tx, userId: string | null): Promise<string | null> {
  if (userId === null) return null;
  const found = await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('is_deleted', '=', false)
    .executeTakeFirst();
  return found?.id ?? null;
}
