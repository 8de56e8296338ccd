import type { Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const runsOutsideTransaction = true;

/** The audit log can be filtered by person. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createIndexConcurrently(db, {
    name: 'audit_log_actor',
    on: 'audit_log (actor_id, at desc, id desc) where actor_id is not null',
  });
}
