import type { ValidatedInput } from '@tiffin/contract';
import { refuse, say } from '@tiffin/domain/core';
import { tableAllergies } from '@tiffin/domain/order';
import { PARTY_MAX } from '@tiffin/domain/reservation';
import type { Context, Tx } from '../../../context.ts';
import type { RequestOrigin } from '../../../platform/http/implement.ts';
import { seatParty } from '../../floor/seat-party.ts';
import { lockSitting, readSittingAt, requireTable, type SittingRow } from '../../floor/sittings.ts';
import { recordAuditEntry, type Author } from '../../log/record-audit-entries.ts';
import { moveTabBill, removeSeatsOfAllergies } from '../../orders/tab-bills.ts';
import { changeTableAllergies } from '../../orders/table-allergies.ts';
import { announceFloor } from '../../reservations/announce-floor.ts';
import { followSitting } from './merge-tabs.ts';
import { partyHasLeft } from './open-tab.ts';
import { lockTab, readTab, tabName, type TabRow } from './tabs.ts';

type Input = ValidatedInput<'moveTab'>['body'];

/**
 * Moves a tab to a table. At a free table its guests are seated; at one where a party sits, the tab becomes one more bill
 * of that party. What the tab or the party stated about allergies then holds for all their rounds.
 */
export async function moveTab(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  { billId, ...to }: Input,
): Promise<TabRow> {
  const before = await readTab(tx, by.actor, billId);
  const sitting = await sittingFor(context, tx, by, before, to);
  if (sitting.location_id !== before.location_id) {
    throw refuse('invalid-argument', say`This table is at another location.`, { field: 'tableId' });
  }
  const tab = await lockTab(tx, by.actor, billId);
  if (tab.sitting_id === sitting.id) return tab;
  if (sitting.ended_at !== null) throw partyHasLeft();
  if (tab.closed_at !== null) throw refuse('tab-closed');
  await requireOtherBill(tx, tab);
  // The rounds of a party that has left have no name but that of its table.
  await moveTabBill(tx, tab.id, { sitting_id: sitting.id, label: tab.label ?? tabName(tab) });
  // The seats of the former table have other numbers here.
  await removeSeatsOfAllergies(tx, tab.rounds);
  const { stated } = await readTab(tx, by.actor, tab.id);
  await changeTableAllergies(context, tx, by, tab.id, { added: tableAllergies(stated) });
  await followSitting(context, tx, sitting.id);
  const at = context.clock.now();
  await recordAuditEntry(tx, { at, ...by }, 'move-tab', ['order', tab.id], {
    locationId: tab.location_id,
    before: { table: tab.table_name ?? undefined },
    after: { tab: tabName(tab), table: sitting.table_name },
  });
  await announceFloor(context, tx, tab.location_id);
  return readTab(tx, by.actor, tab.id);
}

/** The party that sits there, locked, or the guests of the tab, who are seated at the free table. */
async function sittingFor(
  context: Context,
  tx: Tx,
  by: Author<RequestOrigin>,
  tab: TabRow,
  { sittingId, tableId, partySize }: Omit<Input, 'billId'>,
): Promise<SittingRow> {
  if (sittingId != null) return lockSitting(tx, by.actor, sittingId);
  const table = await requireTable(tx, by.actor, tableId ?? '');
  const there = await readSittingAt(tx, table.id);
  // A repeated request finds the tab moved.
  if (there && there.id === tab.sitting_id) return there;
  const seated = await seatParty(context, tx, by, {
    tableId: table.id,
    partySize: partySize ?? Math.min(PARTY_MAX, table.seats),
    name: tab.label,
  });
  return lockSitting(tx, by.actor, seated.sittingId);
}

/** A party that sits keeps a bill: with its only one, the party moves. */
async function requireOtherBill(tx: Tx, tab: TabRow): Promise<void> {
  if (tab.sitting_id === null || tab.has_left) return;
  const other = await tx
    .selectFrom('bills')
    .select('id')
    .where('sitting_id', '=', tab.sitting_id)
    .where('id', '<>', tab.id)
    .where('merged_into', 'is', null)
    .executeTakeFirst();
  if (other) return;
  throw refuse(
    'failed-precondition',
    say`This is the only bill of table ${tab.table_name ?? ''}. Move the party on the floor instead.`,
  );
}
