import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say, toDollars, cents } from '@tiffin/domain/core';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { endSitting } from '../../floor/seat-party.ts';
import { lockSitting } from '../../floor/sittings.ts';
import { closeTabBill, setBillPrinted } from '../../orders/tab-bills.ts';
import { lockTab, readTab, readTabs, type TabRow } from './tabs.ts';

/** Marks a bill as printed. Later rounds land on a second bill. */
export async function markPrinted(context: Context, tx: Tx, by: Author, billId: string): Promise<TabRow> {
  const tab = await lockTab(tx, by.actor, billId);
  if (tab.rounds.length === 0) throw refuse('failed-precondition', say`Nothing was ordered on this tab yet.`);
  if (tab.bill_out_at !== null || tab.closed_at !== null) return tab;
  const now = context.clock.now();
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

/** Frees the table of a party that has left and paid, and closes its tab if nothing was ordered. */
export async function leaveTable(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  input: ValidatedInput<'endSitting'>['body'],
): Promise<{ sittingId: string }> {
  await lockSitting(tx, by.actor, input.sittingId);
  const tabs = await readTabs(tx, sql`b.sitting_id = ${input.sittingId}`);
  if (tabs.some((tab) => !tab.is_void && tab.total_cents > tab.paid_cents)) {
    throw refuse('failed-precondition', say`Something is left to pay at this table. Take the payment first.`);
  }
  for (const { id, closed_at: closedAt } of tabs) if (closedAt === null) await closeTab(context, tx, by, id);
  return endSitting(context, tx, by, input);
}
