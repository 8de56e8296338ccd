import type { Db, Tx } from '../../platform/db/connection.ts';

/** The names of people by their ids; null for those who are not known. */
export async function readNames(
  db: Db | Tx,
  ids: readonly (string | null)[],
): Promise<(id: string | null) => string | null> {
  const known = ids.filter((id) => id !== null);
  const people = await db
    .selectFrom('users')
    .select(['id', 'name'])
    // Without an id the list would be empty, which SQL does not allow.
    .where('id', 'in', [...known, ''])
    .execute();
  return (id) => people.find((person) => person.id === id)?.name ?? null;
}
