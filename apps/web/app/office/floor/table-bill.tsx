import type { FloorTable, Sitting } from './floor-data.ts';

/** The bill of the party at a table, with the way to add dishes. */
export function TableBill(_props: { table: FloorTable; sitting: Sitting }) {
  return null;
}
