import { sql } from 'kysely';
import type { Tx } from '../../platform/db/connection.ts';
import type { Row } from '../../platform/db/schema.ts';
import { updateRow } from '../../platform/db/write-row.ts';

type BillRow = Row<'bills'>;

/** Opens the bill of a tab on which nothing was ordered. Returns false if a bill or an order has its id. */
export async function insertTabBill(
  tx: Tx,
  bill: Pick<
    BillRow,
    | 'id'
    | 'location_id'
    | 'business_date'
    | 'opened_at'
    | 'opened_by'
    | 'served_by'
    | 'label'
    | 'sitting_id'
    | 'continues'
  >,
): Promise<boolean> {
  const { rows } = await sql`
    insert into bills (id, location_id, business_date, subtotal_cents, tax_cents, tip_cents, total_cents, opened_at,
      opened_by, served_by, label, sitting_id, continues)
    select ${bill.id}, ${bill.location_id}, ${bill.business_date}, 0, 0, 0, 0, ${bill.opened_at}, ${bill.opened_by},
      ${bill.served_by}, ${bill.label}, ${bill.sitting_id}, ${bill.continues}
    where not exists (select from orders where id = ${bill.id}) on conflict (id) do nothing returning id
  `.execute(tx);
  return rows.length > 0;
}

/** Sets when the bill of a tab was printed. Null: it has to be printed again. */
export function setBillPrinted(tx: Tx, billId: string, at: Date | null): Promise<void> {
  return updateRow(tx, 'bills', billId, { bill_out_at: at });
}

export function closeTabBill(tx: Tx, billId: string, now: Date): Promise<void> {
  return updateRow(tx, 'bills', billId, { closed_at: now });
}

/**
 * Closes the bill of a tab that was merged into another one. The bill that continued it follows the one before it, so that
 * a party never has two that take rounds; if there is none, the kept bill can take its place.
 */
export async function mergeTabBills(
  tx: Tx,
  {
    closed: { id, continues },
    kept,
    takesPlace,
  }: { readonly closed: Pick<BillRow, 'id' | 'continues'>; readonly kept: string; readonly takesPlace: boolean },
  now: Date,
): Promise<void> {
  // Only one bill may continue another one.
  await updateRow(tx, 'bills', id, { merged_into: kept, closed_at: now, continues: null });
  const { rows } = await sql`update bills set continues = ${continues} where continues = ${id} returning id`.execute(
    tx,
  );
  if (takesPlace && rows.length === 0 && continues !== null) await updateRow(tx, 'bills', kept, { continues });
}

/** Gives the bill of a tab another sitting and name. */
export function moveTabBill(tx: Tx, billId: string, to: Pick<BillRow, 'sitting_id' | 'label'>): Promise<void> {
  return updateRow(tx, 'bills', billId, to);
}

/** Puts rounds on a bill, with the name of its table and, if it is given, of its guests. */
export async function moveRounds(
  tx: Tx,
  rounds: readonly { readonly id: string }[],
  {
    billId,
    table,
    name = null,
    now,
  }: { readonly billId: string; readonly table: string | null; readonly name?: string | null; readonly now: Date },
): Promise<void> {
  await sql`
    update orders set bill_id = ${billId}, table_number = ${table}, version = version + 1, updated_at = ${now},
      customer_name = coalesce(${name}, customer_name)
    where id = any(${rounds.map(({ id }) => id)}::text[])
  `.execute(tx);
}

/** Takes the seats off the allergies of rounds, because they have other numbers at another table, or none. */
export async function removeSeatsOfAllergies(tx: Tx, rounds: readonly { readonly id: string }[]): Promise<void> {
  await sql`
    update orders set allergies = (select jsonb_agg(each - 'seat') from jsonb_array_elements(allergies) each)
    where id = any(${rounds.map(({ id }) => id)}::text[]) and jsonb_path_exists(allergies, '$[*].seat')
  `.execute(tx);
}

/** Adds up the bill of a tab from its orders. The database refuses a total below the amount paid. */
export async function addUpTab(tx: Tx, billId: string): Promise<void> {
  await sql`select add_up_tab(${billId})`.execute(tx);
}

/** Writes the bill of a tab without changing it, so that a round which waits for its lock reads the tab again. */
export async function touchTab(tx: Tx, billId: string): Promise<void> {
  await sql`update bills set closed_at = closed_at where id = ${billId} and opened_at is not null`.execute(tx);
}

/** Closes a tab that is paid, and opens it again if a payment was undone. */
export async function closePaidTab(tx: Tx, billId: string, due: number, now: Date): Promise<void> {
  await sql`
    update bills set closed_at = case when ${due}::int = 0 and paid_cents > 0 then coalesce(closed_at, ${now}) end
    where id = ${billId} and merged_into is null and (closed_at is not null) <> (${due}::int = 0 and paid_cents > 0)
  `.execute(tx);
}
