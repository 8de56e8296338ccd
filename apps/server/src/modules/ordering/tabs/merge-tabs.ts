import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say, toDollars, cents } from '@tiffin/domain/core';
import { tableAllergies } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { endSitting } from '../../floor/seat-party.ts';
import { lockSitting } from '../../floor/sittings.ts';
import { moveFailedPayments } from '../../ledger/payment-rows.ts';
import { appendOrderUpdated } from '../../orders/apply-status.ts';
import { moveParts } from '../../orders/order-parts.ts';
import { recalculateTab } from '../../orders/recalculate-tab.ts';
import { readRounds } from '../../orders/rounds.ts';
import {
  addUpTab,
  mergeTabBills,
  moveRounds,
  moveTabBill,
  removeSeatsOfAllergies,
  setBillPrinted,
} from '../../orders/tab-bills.ts';
import { changeTableAllergies } from '../../orders/table-allergies.ts';
import { readStaffDiscounts } from '../../orders/pricing/discounts.ts';
import { lockTabs, readTab, type TabRow } from './tabs.ts';

/**
 * Moves the rounds of a tab to another one and closes it. The rounds stay as the kitchen knows them. If nothing was ordered
 * on one of the two, that one closes, because a bill with rounds must have an order with its id.
 */
export async function mergeTabs(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  input: ValidatedInput<'mergeTabs'>['body'],
): Promise<TabRow> {
  if (input.from === input.to) {
    throw refuse('invalid-argument', say`A tab cannot be merged into itself. Choose another one.`, { field: 'to' });
  }
  for (const billId of [input.from, input.to].toSorted()) await lockSittingOf(tx, by, billId);
  const [from, to] = await lockTabs(tx, by.actor, [input.from, input.to]);
  // A repeated request finds them merged.
  if (from && (!to || from.id === to.id)) return from;
  if (!from || !to) throw refuse('not-found');
  if (from.location_id !== to.location_id) {
    throw refuse('invalid-argument', say`These tabs are at different locations.`, { field: 'to' });
  }
  for (const tab of [from, to]) await requireMergeable(tx, tab);
  await removeSeatsOfAllergies(tx, from.rounds);
  const [kept, closed] = to.rounds.length > 0 || from.rounds.length === 0 ? [to, from] : [from, to];
  await (kept === to ? joinTab : replaceEmptyTab)(context, tx, from, to);
  const now = context.clock.now();
  // A bill that another one continues stays where it is; else two could continue each other.
  const takesPlace = closed === to && from.continued_by === null;
  await mergeTabBills(tx, { closed, kept: kept.id, takesPlace }, now);
  await recordAuditEntry(tx, { at: now, ...by }, 'merge-tabs', ['order', kept.id], {
    locationId: kept.location_id,
    after: { from: from.id, to: to.id, amount: toDollars(cents(from.total_cents)) },
  });
  // A seat of the former table is somebody else's at the new one, so these allergies are stated for all of it.
  const withoutSeats = tableAllergies(from.stated).map(({ seat: _seat, ...allergy }) => allergy);
  await changeTableAllergies(context, tx, by, kept.id, { added: [...tableAllergies(to.stated), ...withoutSeats] });
  await freeTable(context, tx, by, from, to);
  await announceFloor(context, tx, kept.location_id);
  return readTab(tx, by.actor, kept.id);
}

/** A sitting is locked before the bills of its tab, as everywhere. */
export async function lockSittingOf(tx: Tx, by: Author, billId: string): Promise<void> {
  const { sitting_id: id } = await readTab(tx, by.actor, billId);
  if (id !== null) await lockSitting(tx, by.actor, id);
}

export async function requireMergeable(tx: Tx, tab: TabRow): Promise<void> {
  if (tab.has_payments || tab.is_split) {
    throw refuse(
      'bill-has-payments',
      say`A bill that is split or has a payment stays as it is. Merge the tabs before paying.`,
    );
  }
  if (tab.closed_at !== null) throw refuse('tab-closed');
  if ((await readStaffDiscounts(tx, tab.id)).length > 0) {
    throw refuse('failed-precondition', say`A tab with a discount cannot be merged. Remove the discount first.`);
  }
}

/** Moves the rounds with their amounts to the bill of the other tab, which has to be printed again. */
async function joinTab(context: Context, tx: Tx, from: TabRow, to: TabRow): Promise<void> {
  const [own, moved] = [await readRounds(tx, to.id), await readRounds(tx, from.id)];
  await moveParts(tx, from.id, to.id);
  await moveRounds(tx, moved, { billId: to.id, table: to.table_name, now: context.clock.now() });
  await moveFailedPayments(tx, from.id, to.id);
  await addUpTab(tx, from.id);
  await setBillPrinted(tx, to.id, null);
  await recalculateTab(context, tx, to.id, [own, moved]);
  await sendRounds(context, tx, to.id);
}

/** The tab with the rounds gets the sitting and the name of the empty one. */
async function replaceEmptyTab(context: Context, tx: Tx, from: TabRow, to: TabRow): Promise<void> {
  await moveTabBill(tx, from.id, { sitting_id: to.sitting_id, label: to.label ?? from.label });
  await moveRounds(tx, from.rounds, { billId: from.id, table: to.table_name, now: context.clock.now() });
  await sendRounds(context, tx, from.id);
}

export async function sendRounds(context: Context, tx: Tx, billId: string): Promise<void> {
  for (const row of await readRounds(tx, billId)) await appendOrderUpdated(context, tx, row, context.clock.now());
}

/** The party that joined another one leaves its table, unless another bill of it is open. */
async function freeTable(context: Context, tx: Tx, by: Author<RequestOrigin>, from: TabRow, to: TabRow): Promise<void> {
  const { sitting_id: sittingId } = from;
  if (sittingId === null || from.has_left || sittingId === to.sitting_id) return;
  const open = await tx
    .selectFrom('bills')
    .select('id')
    .where('sitting_id', '=', sittingId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  if (!open) await endSitting(context, tx, by, { sittingId });
}

/** The rounds of a party that moved get the name of its new table. */
export async function followSitting(context: Context, tx: Tx, sittingId: string): Promise<void> {
  const { rows } = await sql<{ id: string; bill_id: string; name: string }>`
    select o.id, o.bill_id, t.name
    from sittings s cross join names_of_tables(tables_of_sitting(s.table_id, s.joined)) as t (name)
    join bills b on b.sitting_id = s.id and b.merged_into is null
    join orders o on o.id = b.id and o.bill_id = o.id or o.bill_id = b.id and o.bill_id <> o.id
    where s.id = ${sittingId} and o.status not in ('completed', 'cancelled') and o.table_number is distinct from t.name
    order by o.id for update of o
  `.execute(tx);
  const ids = new Set(rows.map(({ id }) => id));
  for (const [billId, rounds] of Map.groupBy(rows, (row) => row.bill_id)) {
    await moveRounds(tx, rounds, { billId, table: rounds[0]?.name ?? null, now: context.clock.now() });
    for (const row of await readRounds(tx, billId)) {
      if (ids.has(row.id)) await appendOrderUpdated(context, tx, row, context.clock.now());
    }
  }
}
