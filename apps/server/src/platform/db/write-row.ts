import type { InsertObject, UpdateObject } from 'kysely';
import type { Db, Tx } from './connection.ts';
import type { Schema } from './schema.ts';

type TableWithId = { [T in keyof Schema]: Schema[T] extends { id: unknown } ? T : never }[keyof Schema];

export async function insertRow<T extends keyof Schema>(db: Db | Tx, table: T, row: InsertObject<Schema, T>) {
  await db.insertInto<keyof Schema>(table).values(row).execute();
}

export async function updateRow<T extends TableWithId>(
  db: Db | Tx,
  table: T,
  id: string,
  columns: UpdateObject<Schema, T>,
): Promise<void> {
  await db.updateTable<TableWithId>(table).set(columns).where('id', '=', id).execute();
}
