import { userIdOf, type Actor } from '@tiffin/domain/people';
import type { Tx } from '../../platform/db/connection.ts';

/** The person who answers for what an actor creates: for an API key, its creator. When they leave, all of it ends. */
export async function responsibleUserId(tx: Tx, actor: Actor): Promise<string | null> {
  if (actor.kind !== 'machine') return userIdOf(actor);
  const key = await tx.selectFrom('api_keys').select('created_by').where('id', '=', actor.keyId).executeTakeFirst();
  return key?.created_by ?? null;
}

/** The API key of the request; keys and invitations that were created with it end when it does. */
export function keyIdOf(actor: Actor): string | null {
  return actor.kind === 'machine' ? actor.keyId : null;
}
