import { sql, type Kysely } from 'kysely';
import { createIndexConcurrently } from '../concurrent-index.ts';

export const runsOutsideTransaction = true;

/** A guest may have several bookings of another system, which promised them. Here a guest still books one at a time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reservations add column if not exists import_id text`.execute(db);
  const isActive = `status in ('pending', 'confirmed') and not is_over and import_id is null`;
  for (const { index, on } of [
    {
      index: 'reservations_one_active',
      on: `(location_id, customer_email) where ${isActive} and customer_email <> ''`,
    },
    {
      index: 'reservations_one_active_phone',
      on: `(location_id, customer_phone) where ${isActive} and customer_email = ''`,
    },
  ]) {
    await createIndexConcurrently(db, { name: `${index}_new`, on: `reservations ${on}`, unique: true });
    await sql`drop index concurrently if exists ${sql.id(index)}`.execute(db);
    await sql`alter index ${sql.id(`${index}_new`)} rename to ${sql.id(index)}`.execute(db);
  }
}
