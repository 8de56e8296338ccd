import type { ValidatedInput } from '@tiffin/contract';
import { cents, refuse, say, sumOf, toDollars } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { endSitting } from '../../floor/seat-party.ts';
import { lockSitting } from '../../floor/sittings.ts';
import { readSite } from '../../locations/restaurant/site.ts';
import { moneyText } from '../../outbox/templates/mail-formats.ts';
import { closeTabBill, setBillPrinted } from '../../orders/tab-bills.ts';
import { isPrintedBillOld, lockTab, readTab, readTabs, type TabRow } from './tabs.ts';
import { readTableOrders } from '../../orders/table-orders.ts';

/** Marks a bill as printed: at first, and again if its dishes changed since. Later rounds land on the same bill. */
export async function markPrinted(context: Context, tx: Tx, by: Author, billId: string): Promise<TabRow> {
  const tab = await lockTab(tx, by.actor, billId);
  if (tab.rounds.length === 0) throw refuse('failed-precondition', say`Nothing was ordered on this tab yet.`);
  if (tab.closed_at !== null || (tab.bill_out_at !== null && !isPrintedBillOld(tab))) return tab;
  // The clock of another server may be ahead.
  const now = new Date(
    Math.max(context.clock.now().getTime(), ...tab.rounds.map((each) => Date.parse(each.changed_at))),
  );
  await setBillPrinted(tx, tab.id, now);
  await recordAuditEntry(tx, { at: now, ...by }, 'print-bill', ['order', tab.id], {
    locationId: tab.location_id,
    after: { total: toDollars(cents(tab.total_cents)) },
  });
  await announceFloor(context, tx, tab.location_id);
  return readTab(tx, by.actor, tab.id);
}

/** Closes a tab on which nothing is due. */
export async function closeTab(context: Context, tx: Tx, by: Author, billId: string): Promise<TabRow> {
  const tab = await lockTab(tx, by.actor, billId);
  if (tab.closed_at !== null) return tab;
  if (tab.total_cents > tab.paid_cents) {
    throw refuse(
      'failed-precondition',
      say`Something is left to pay on this tab. Take the payment, or cancel its orders.`,
    );
  }
  await closeTabBill(tx, tab.id, context.clock.now());
  await announceFloor(context, tx, tab.location_id);
  return readTab(tx, by.actor, tab.id);
}

/**
 * Frees the table of a party that has left, and closes its tabs if nothing was ordered. If something is left to pay, the
 * caller has to know it: unpaid tabs then stay open without a table.
 */
export async function leaveTable(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  input: ValidatedInput<'endSitting'>['body'],
): Promise<{ sittingId: string }> {
  const sitting = await lockSitting(tx, by.actor, input.sittingId);
  if (sitting.ended_at !== null) return { sittingId: sitting.id };
  const tabs = await readTabs(tx, sql`b.sitting_id = ${sitting.id} and b.merged_into is null`);
  const dueOf = (tab: TabRow) => (tab.is_void ? 0 : tab.total_cents - tab.paid_cents);
  const orders = (await readTableOrders(tx, sitting.location_id, context.clock.now())).filter(({ table_id: id }) =>
    sitting.tables.includes(id),
  );
  const due = cents(sumOf([...tabs.map(dueOf), ...orders.map(({ due_cents: dueOfOrder }) => dueOfOrder)]));
  const { location_id: locationId, table_name: table } = sitting;
  if (due > 0 && !input.evenIfUnpaid) {
    const sum = moneyText(due, (await readSite(tx)).currency);
    const words = say`${sum} is left to pay at table ${table}. Take the payment first, or free the table anyway.`;
    throw refuse('failed-precondition', words, { due: toDollars(due), table });
  }
  for (const tab of tabs) {
    if (tab.closed_at === null && dueOf(tab) === 0) await closeTab(context, tx, by, tab.id);
  }
  if (due > 0) {
    const values = { locationId, after: { table, unpaid: toDollars(due) } };
    await recordAuditEntry(
      tx,
      { at: context.clock.now(), ...by },
      'free-unpaid-table',
      ['sitting', sitting.id],
      values,
    );
  }
  return endSitting(context, tx, by, input);
}
