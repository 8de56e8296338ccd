import { cents, refuse } from '@tiffin/domain/core';
import {
  ALLERGY_LIMITS,
  isFinalStatus,
  isStatedIn,
  tableAllergies,
  tooManyAllergiesText,
  unconfirmedLines,
  type Allergy,
  type StatedAllergies,
} from '@tiffin/domain/order';
import { sql, type RawBuilder } from 'kysely';
import type { Context, Db, Tx } from '../../context.ts';
import type { OrderRow } from '../../platform/db/order-row.ts';
import { updateRow } from '../../platform/db/write-row.ts';
import { actorColumns } from '../log/audit-row.ts';
import type { Author } from '../log/record-audit-entries.ts';
import { appendOrderUpdated } from './apply-status.ts';
import { allergyOrderOf, requiresAllergyChecks } from './order-allergies.ts';
import { lockRounds } from './queries.ts';
import { readRounds } from './rounds.ts';
import { touchTab } from './tab-bills.ts';
import { MAX_STORED_CHANGES } from './write-change.ts';

/**
 * What the orders of a bill state, with those of the other bills of its party and of the bills that these continue:
 * `StatedAllergies[]`. Cancelled orders count.
 */
export const statedOnTab = (billId: RawBuilder<unknown>) => sql<StatedAllergies[]>`(
  with recursive tab as (
    select id, continues from bills where id = ${billId} or sitting_id = (select sitting_id from bills where id = ${billId})
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

/** Refuses more allergies than the orders of a table can have. */
export function requireTableLimit(allergies: readonly Allergy[]): void {
  if (allergies.length <= ALLERGY_LIMITS.ofTable) return;
  throw refuse('invalid-argument', tooManyAllergiesText(ALLERGY_LIMITS.ofTable), { field: 'allergies' });
}

interface AllergyChange {
  readonly added: readonly Allergy[];
  readonly removed?: readonly Allergy[];
  /** With all rounds served, the last one gets them, because the later rounds get what the tab's rounds state. */
  readonly isForLaterRounds?: boolean;
}

/**
 * Adds allergies to the open rounds of a tab, and of the other bills of its party, that do not state them, and takes
 * others off all these rounds, because nobody at the table has them. The caller has locked the bill.
 */
export async function changeTableAllergies(
  context: Context,
  tx: Tx,
  { actor }: Author,
  billId: string,
  { added, removed = [], isForLaterRounds = false }: AllergyChange,
): Promise<void> {
  if (added.length + removed.length === 0) return;
  const { rows } = await sql<{ id: string }>`
    select id from bills where id = ${billId}
      or merged_into is null and sitting_id = (select sitting_id from bills where id = ${billId}) order by id for update
  `.execute(tx);
  const billIds = rows.map(({ id }) => id);
  // A round that waits for the lock of a bill then reads again what was stated.
  for (const id of billIds) await touchTab(tx, id);
  await lockRounds(tx, billIds);
  const now = context.clock.now();
  const by = actorColumns(actor).actor_name ?? (actor.kind === 'table' ? 'Guest' : 'Staff');
  const rounds = (await Promise.all(billIds.map((id) => readRounds(tx, id)))).flat();
  const open = rounds.filter(({ status }) => !isFinalStatus(status));
  const receiving = isForLaterRounds && open.length === 0 ? rounds.slice(-1) : open;
  for (const row of rounds) {
    const planned = withTableAllergies(row, { added: receiving.includes(row) ? added : [], removed });
    if (planned === row) continue;
    const total = cents(row.total_cents);
    const version = row.version + 1;
    const facts = ['allergies'] as const;
    const change = { at: now.toISOString(), by, lines: [], facts, was: total, now: total, version };
    const next = {
      ...planned,
      changes: [...(row.changes ?? []), change].slice(-MAX_STORED_CHANGES),
      version,
      updated_at: now,
    };
    await writeAllergies(tx, row, next);
    await appendOrderUpdated(context, tx, next, now);
  }
}

/** The round after the change, or the same object. A dish to confirm for it is no longer done, unless it is ready. */
function withTableAllergies(
  row: OrderRow,
  { added, removed }: Required<Pick<AllergyChange, 'added' | 'removed'>>,
): OrderRow {
  // The allergies of a dish name no seat: they are those of the seat that eats it.
  const isRemoved = (each: Allergy, seat: number | null | undefined) =>
    removed.some((other) => other.seat === (seat ?? undefined) && isStatedIn({ ...each, seat: other.seat }, [other]));
  const before = row.allergies ?? [];
  const stated = tableAllergies([allergyOrderOf(row)]);
  const missing = added.filter((each) => !isStatedIn(each, stated));
  const allergies = [...before.filter((each) => !isRemoved(each, each.seat)), ...missing];
  const items = row.items.map((item) =>
    item.allergies?.some((each) => isRemoved(each, item.seat))
      ? { ...item, allergies: item.allergies.filter((each) => !isRemoved(each, item.seat)) }
      : item,
  );
  const isSame = missing.length === 0 && allergies.length === before.length;
  if (isSame && items.every((item, index) => item === row.items[index])) return row;
  if (missing.length > 0) requireTableLimit(allergies);
  const next = { ...row, items, allergies };
  const isInKitchen = row.status !== 'ready' && !isFinalStatus(row.status) && requiresAllergyChecks(row);
  const unconfirmed = new Set(isInKitchen ? unconfirmedLines(allergyOrderOf(next)).map(({ line }) => line) : []);
  return { ...next, items: items.map((item) => (unconfirmed.has(item.line) ? { ...item, done_at: null } : item)) };
}

async function writeAllergies(tx: Tx, before: OrderRow, next: OrderRow): Promise<void> {
  const { id, allergies, changes, version, updated_at } = next;
  await updateRow(tx, 'orders', id, {
    allergies: JSON.stringify(allergies),
    changes: JSON.stringify(changes),
    version,
    updated_at,
  });
  const items = next.items.filter((item) => !before.items.includes(item));
  if (items.length === 0) return;
  await sql`
    update order_items i set allergies = new.allergies, done_at = new.done_at
    from jsonb_to_recordset(${JSON.stringify(items)}::jsonb) as new (line int, allergies jsonb, done_at timestamptz)
    where i.order_id = ${id} and i.line = new.line
  `.execute(tx);
}
