import type { Context } from '../../context.ts';
import type { Tx } from '../../platform/db/connection.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { deletePushFollowers } from '../messages/outbox/push-followers.ts';
import { readValidKeys, revokeApiKey } from './api-keys.ts';

/**
 * Ends everything with which deactivated people reach the restaurant: sessions, PINs, API keys they created,
 * notifications on their devices, and invitations they sent. Passwords and passkeys stay but open nothing while the
 * account is inactive.
 */
export async function endAccess(context: Context, tx: Tx, by: Author, userIds: readonly string[]): Promise<void> {
  for (const table of ['sessions', 'pins'] as const) {
    await tx.deleteFrom(table).where('user_id', 'in', userIds).execute();
  }
  await deletePushFollowers(tx, (row) => row('user_id', 'in', userIds));
  await endGrantedAccess(context, tx, by, userIds);
}

/** Ends API keys that these people created, and invitations they sent. Both carry the rights of an admin. */
export async function endGrantedAccess(
  context: Context,
  tx: Tx,
  by: Author,
  userIds: readonly string[],
): Promise<void> {
  if (userIds.length === 0) return;
  await tx.deleteFrom('invitations').where('invited_by', 'in', userIds).execute();
  for (const { id } of await readValidKeys(tx, 'created_by', userIds)) await revokeApiKey(context, tx, by, id);
}
