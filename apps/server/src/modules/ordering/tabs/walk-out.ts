import { cents, refuse, say, sumOf, toDollars } from '@tiffin/domain/core';
import { WALK_OUT_REASON } from '@tiffin/domain/order';
import { sql } from 'kysely';
import type { Context, Tx } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import { lockSitting } from '../../floor/sittings.ts';
import { replaceParts } from '../../ledger/bill-parts.ts';
import { requireVoidApproval } from '../../ledger/approve-void.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { stepColumns, writeStatusChange } from '../../orders/apply-status.ts';
import { findOrder } from '../../orders/queries.ts';
import { closeTabBill } from '../../orders/tab-bills.ts';
import { lockTabs, readTab, readTabs, tabName, type TabRow } from './tabs.ts';

/**
 * Cancels all rounds of a party that left without paying, also those that were served, with one approval, and closes its
 * bills. Bills that are paid stay. The table can then be freed.
 */
export async function recordWalkOut(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  billId: string,
): Promise<TabRow[]> {
  const tabs = await lockTabsOfParty(tx, by, billId);
  const unpaid = tabs.filter((tab) => !tab.is_void && tab.total_cents > tab.paid_cents);
  const [first] = unpaid;
  if (!first) throw refuse('failed-precondition', say`Nothing is left to pay here. Load the tab again.`);
  const partPaid = unpaid.find((tab) => tab.has_payments);
  if (partPaid) {
    throw refuse(
      'bill-has-payments',
      say`Part of the bill of ${tabName(partPaid)} is paid, or a payment is open. Settle that bill first. Its rest can go on a house account.`,
    );
  }
  const order = { id: first.id, location_id: first.location_id };
  await requireVoidApproval(context, tx, by, { order, reason: WALK_OUT_REASON, field: 'reason' });
  for (const tab of unpaid) await cancelRounds(context, tx, by, tab);
  await recordAuditEntry(tx, { at: context.clock.now(), ...by }, 'walk-out', ['order', first.id], {
    locationId: first.location_id,
    after: {
      amount: toDollars(cents(sumOf(unpaid.map((tab) => tab.total_cents)))),
      bills: unpaid.map(({ id }) => id),
      reason: WALK_OUT_REASON,
      approvedBy: by.from.manager?.name,
    },
  });
  await announceFloor(context, tx, first.location_id);
  return Promise.all(unpaid.map(({ id }) => readTab(tx, by.actor, id)));
}

/** Locks the sitting of a tab and all bills of its party. */
async function lockTabsOfParty(tx: Tx, by: Author, billId: string): Promise<TabRow[]> {
  const { id, sitting_id: sittingId } = await readTab(tx, by.actor, billId);
  if (sittingId === null) return lockTabs(tx, by.actor, [id]);
  await lockSitting(tx, by.actor, sittingId);
  const bills = await readTabs(tx, sql`b.sitting_id = ${sittingId} and b.merged_into is null`);
  return lockTabs(
    tx,
    by.actor,
    bills.map((tab) => tab.id),
  );
}

async function cancelRounds(context: Context, tx: Tx, by: Author<RequestOrigin>, tab: TabRow): Promise<void> {
  await replaceParts(tx, tab.id, []);
  const now = context.clock.now();
  for (const { id, status } of tab.rounds) {
    // Cancelling a round changes the others, so each is read just before.
    const row = status === 'cancelled' ? null : await findOrder(tx, id);
    if (!row) continue;
    await writeStatusChange(context, tx, row, {
      to: 'cancelled',
      ...by,
      note: WALK_OUT_REASON,
      isWalkOut: true,
      action: 'cancel-order',
      times: stepColumns(row, 'cancelled', now),
    });
  }
  await closeTabBill(tx, tab.id, now);
}
