import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import { ERASED_REQUEST_HASH } from '../../platform/http/implement.ts';

/** Erases stored responses. The keys stay for their week, so that a repeated request does not run a second time. */
export async function emptyStoredResponses(tx: Tx, condition: RawBuilder<unknown>): Promise<void> {
  await sql`
    update idempotency_keys set answer = null, asked_as = null, request_hash = ${ERASED_REQUEST_HASH} where ${condition}
  `.execute(tx);
}
