import { cents } from '@tiffin/domain/core';
import {
  isFinalStatus,
  isStatedIn,
  tableAllergies,
  unconfirmedLines,
  type Allergy,
  type StatedAllergies,
} from '@tiffin/domain/order';
import { sql, type RawBuilder } from 'kysely';
import type { Context, Db, Tx } from '../../../context.ts';
import { actorColumns } from '../../log/audit-row.ts';
import type { Author } from '../../log/record-audit-entries.ts';
import { appendOrderUpdated } from './apply-status.ts';
import { allergyOrderOf, requiresAllergyChecks } from './order-allergies.ts';
import { readRounds, touchTab } from './rounds.ts';
import { updateLines, updateOrder } from './update-order.ts';

/** What the orders of a bill, and of the bills that it continues, state: `StatedAllergies[]`. Cancelled orders count. */
export const statedOnTab = (billId: RawBuilder<unknown>) => sql<StatedAllergies[]>`(
  with recursive tab as (
    select id, continues from bills where id = ${billId}
    union select b.id, b.continues from tab join bills b on b.id = tab.continues
  )
  select coalesce(json_agg(json_build_object('allergies', o.allergies, 'allergyNote', o.allergy_note,
    'specialInstructions', o.special_instructions, 'lines', (
      select coalesce(json_agg(json_build_object('seat', seat, 'allergies', allergies, 'note', note) order by line), '[]')
      from order_items where order_id = o.id and (allergies is not null or note is not null)
    )) order by o.order_time, o.id), '[]')
  from tab join orders o on o.id = tab.id and o.bill_id = o.id or o.bill_id = tab.id and o.bill_id <> o.id
)`;

/** The allergies of the parties that sit, by sitting. */
export async function readAllergiesOfSittings(
  db: Db | Tx,
  locationId: string,
): Promise<ReadonlyMap<string, Allergy[]>> {
  const { rows } = await sql<{ sitting: string; stated: StatedAllergies[] }>`
    select b.sitting_id as sitting, ${statedOnTab(sql`b.id`)} as stated
    from sittings s join bills b on b.sitting_id = s.id and b.merged_into is null
    where s.location_id = ${locationId} and s.ended_at is null order by b.opened_at
  `.execute(db);
  const bySitting = Map.groupBy(rows, ({ sitting }) => sitting);
  return new Map([...bySitting].map(([id, bills]) => [id, tableAllergies(bills.flatMap(({ stated }) => stated))]));
}

/**
 * Adds allergies to the open rounds of a tab that do not state them, and takes others off all its rounds, because nobody
 * at the table has them. A dish that must be confirmed for them is no longer done, unless its round is ready. `addRound`
 * has locked only the bill; a deadlock with who locks the orders first is retried.
 */
export async function changeTableAllergies(
  context: Context,
  tx: Tx,
  { actor }: Author,
  billId: string,
  { added, removed = [] }: { readonly added: readonly Allergy[]; readonly removed?: readonly Allergy[] },
): Promise<void> {
  if (added.length + removed.length === 0) return;
  // A round that waits for the bill reads again what was stated.
  await touchTab(tx, billId);
  const now = context.clock.now();
  for (const row of await readRounds(tx, billId)) {
    const isRemoved = (seat: number | null | undefined) => (each: Allergy) =>
      removed.some((gone) => gone.seat === (seat ?? undefined) && isStatedIn({ ...each, seat: gone.seat }, [gone]));
    const missing = isFinalStatus(row.status)
      ? []
      : added.filter((each) => !isStatedIn(each, tableAllergies([allergyOrderOf(row)])));
    const lines = row.items.filter(({ allergies, seat }) => allergies?.some(isRemoved(seat)));
    const stays = (row.allergies ?? []).filter((each) => !isRemoved(each.seat)(each));
    if (missing.length + lines.length === 0 && stays.length === (row.allergies ?? []).length) continue;
    const items = row.items.map((item) => ({
      ...item,
      allergies: item.allergies?.filter((each) => !isRemoved(item.seat)(each)) ?? null,
    }));
    const next = { ...row, items, allergies: [...stays, ...missing] };
    const total = cents(row.total_cents);
    const by = actorColumns(actor).actor_name ?? 'Staff';
    const change = { at: now.toISOString(), by, lines: [], facts: ['allergies' as const], was: total, now: total };
    const changes = [...(row.changes ?? []), { ...change, version: row.version + 1 }];
    const columns = { allergies: JSON.stringify(next.allergies), changes: JSON.stringify(changes) };
    const { version } = await updateOrder(tx, row, columns as never, now);
    for (const { line } of lines) {
      const allergies = JSON.stringify(items.find((item) => item.line === line)?.allergies);
      await updateLines(tx, row.id, [line], { allergies });
    }
    const isInKitchen = row.status !== 'ready' && !isFinalStatus(row.status) && requiresAllergyChecks(row);
    const open = isInKitchen ? unconfirmedLines(allergyOrderOf(next)).map(({ line }) => line) : [];
    if (open.length > 0) await updateLines(tx, row.id, open, { done_at: null });
    const reopened = items.map((item) => (open.includes(item.line) ? { ...item, done_at: null } : item));
    await appendOrderUpdated(context, tx, { ...next, items: reopened, changes, version, updated_at: now }, now);
  }
}
