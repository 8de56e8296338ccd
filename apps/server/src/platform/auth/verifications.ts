import { createHash } from 'node:crypto';
import type { Db, Tx } from '../db/connection.ts';

/**
 * How the database names a link or a sign-in that waits for its code: the sign-in library stores only a hash of the
 * identifier.
 */
export function hashIdentifier(identifier: string): string {
  return createHash('sha256').update(identifier).digest('base64url');
}

export function resetIdentifier(token: string): string {
  return `reset-password:${token}`;
}

/** The account that a link or a waiting sign-in belongs to. */
export async function userOfIdentifier(db: Db, identifier: string): Promise<string | null> {
  const stored = hashIdentifier(identifier);
  const row = await db.selectFrom('verifications').select('value').where('identifier', '=', stored).executeTakeFirst();
  return row?.value ?? null;
}

/**
 * Deletes a person's password-reset links. A sign-in that waits for its code has the same form of value, so it has to
 * start again.
 */
export async function endLinks(tx: Db | Tx, userId: string): Promise<void> {
  await tx.deleteFrom('verifications').where('value', '=', userId).execute();
}

/** Deletes a person's password-reset links that are older than the one with this token. */
export async function endEarlierLinks(tx: Db | Tx, userId: string, token: string): Promise<void> {
  const own = hashIdentifier(resetIdentifier(token));
  await tx
    .deleteFrom('verifications')
    .where('value', '=', userId)
    .where('identifier', '!=', own)
    .where((row) =>
      row(
        'created_at',
        '<=',
        row.selectFrom('verifications as v').select('v.created_at').where('v.identifier', '=', own),
      ),
    )
    .execute();
}
