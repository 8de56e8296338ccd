import { refuse, say, toDollars, cents } from '@tiffin/domain/core';
import type { Context, Tx } from '../../../context.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { announceFloor } from '../../floor/sittings.ts';
import { lockTabs, readTab, type TabRow } from './tabs.ts';

/** Marks a bill as printed. Later rounds land on a second bill. */
export async function markPrinted(context: Context, tx: Tx, by: Author, billId: string): Promise<TabRow> {
  const [tab] = await lockTabs(tx, by.actor, [billId]);
  if (!tab) throw refuse('not-found');
  if (tab.rounds.length === 0) throw refuse('failed-precondition', say`Nothing was ordered on this tab yet.`);
  if (tab.bill_out_at !== null || tab.closed_at !== null) return tab;
  const now = context.clock.now();
  await tx.updateTable('bills').set({ bill_out_at: now }).where('id', '=', tab.id).execute();
  await recordAuditEntry(tx, { at: now, ...by }, 'print-bill', ['order', tab.id], {
    locationId: tab.location_id,
    after: { total: toDollars(cents(tab.total_cents)) },
  });
  await announceFloor(context, tx, tab.location_id);
  return readTab(tx, by.actor, tab.id);
}

/** Closes a tab on which nothing is due. */
export async function closeTab(context: Context, tx: Tx, by: Author, billId: string): Promise<TabRow> {
  const [tab] = await lockTabs(tx, by.actor, [billId]);
  if (!tab) throw refuse('not-found');
  if (tab.closed_at !== null) return tab;
  if (tab.total_cents > tab.paid_cents) {
    throw refuse(
      'failed-precondition',
      say`Something is left to pay on this tab. Take the payment, or cancel its orders.`,
    );
  }
  await tx.updateTable('bills').set({ closed_at: context.clock.now() }).where('id', '=', tab.id).execute();
  await announceFloor(context, tx, tab.location_id);
  return readTab(tx, by.actor, tab.id);
}
