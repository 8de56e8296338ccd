import type { Db } from '../../../platform/db/connection.ts';

/** Notes when a backup was written, for monitoring, or when everything before came by an import, without events. */
export async function noteTime(db: Db, key: 'backup' | 'import', at: Date): Promise<void> {
  await db
    .insertInto('settings')
    .values({ key, value: '{}', updated_at: at })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ updated_at: at }))
    .execute();
}
