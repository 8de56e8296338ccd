import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { erasedKey, ERASED_REQUEST_HASH, isRandomKey } from '../../platform/http/implement.ts';
import { mentionsAny } from '../contacts/contacts.ts';

/** Erases stored responses. The keys stay for their week, so that a repeated request does not run a second time. */
export async function emptyStoredResponses(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    update idempotency_keys set answer = null, asked_as = null, request_hash = ${ERASED_REQUEST_HASH} where ${condition}
  `.execute(tx);
}

/**
 * Erases stored responses whose key contains one of the words, because a program may use a contact as a key. The key is
 * replaced, too; a repeated request finds the replacement. A random key contains a word only by chance and stays.
 */
export async function replaceIdempotencyKeys(tx: Tx, words: readonly string[]): Promise<void> {
  const { rows } = await sql<{ actor: string; call: string; key: string }>`
    select actor, call, key from idempotency_keys where ${mentionsAny(sql.ref('key'), words)} for update
  `.execute(tx);
  for (const { actor, call, key } of rows) {
    if (isRandomKey(key)) continue;
    await sql`
      update idempotency_keys set key = ${erasedKey(key)}, answer = null, asked_as = null, request_hash = ${ERASED_REQUEST_HASH}
      where actor = ${actor} and call = ${call} and key = ${key}
    `.execute(tx);
  }
}
